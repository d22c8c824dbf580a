"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "#lib/dashboard/client.ts";
import type { TeamMemberView } from "#lib/dashboard/views/account.ts";
import type { Role } from "./roles.ts";

/** `becoming`: their next role, or none. */
type Props = { member: TeamMemberView; becoming: Role | null; open: boolean };

/** The keys about which an admin has to decide after a change of somebody's role, or after they left. */
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
        ? `The ${one?.mode} key ${one?.name} goes on working. Adopt it, narrow what it may do, or revoke it afterwards, under Keys.`
        : `${keys.length} keys go on working: ${keys.map(({ mode, name }) => `${name} (${mode})`).join(", ")}. Adopt them, narrow what they may do, or revoke them afterwards, under Keys.`}
    </span>
  );
}
