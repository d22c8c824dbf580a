"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "#lib/dashboard/client.ts";
import type { TeamMemberView } from "#lib/dashboard/views/account.ts";
import type { Role } from "./roles.ts";

/** `becoming`: their next role, or null if they leave. */
type Props = { member: TeamMemberView; becoming: Role | null; open: boolean };

/** Names keys that need a decision after their creator's role changed or they left. */
export function AffectedKeys({ member, becoming, open }: Props) {
  const { data: keys } = useQuery({
    ...read("/team/members/:id/keys", { id: member.id }, { role: becoming }),
    enabled: open && becoming !== member.role,
  });
  if (becoming === member.role || !keys || keys.length === 0) return null;
  const [one] = keys;
  return (
    <span className="mt-2 block">
      {keys.length === 1
        ? `The ${one?.mode} key ${one?.name} continues to work. Afterwards, adopt it, reduce its permissions or revoke it under Keys.`
        : `${keys.length} keys continue to work: ${keys.map(({ mode, name }) => `${name} (${mode})`).join(", ")}. Afterwards, adopt them, reduce their permissions or revoke them under Keys.`}
    </span>
  );
}
