"use client";

import { refundLimitText } from "#components/payments/refund-limit.ts";
import { later } from "#components/ui/later.tsx";
import { Section } from "#components/ui/section.tsx";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { roleName } from "./roles.ts";

const SetRefundLimit = later(() =>
  import("./set-refund-limit.tsx").then(({ SetRefundLimit }) => SetRefundLimit),
);

/** How much members of a role may refund, and the form that changes it. */
export function RefundLimits({ team }: { team: TeamView }) {
  const { session } = useSession();
  return team.refundLimits.map((limit) => (
    <Section
      key={limit.role}
      title={`Refund limit for ${roleName(limit.role)}`}
      note={noteOf(limit)}
      className="mt-10"
      actions={session.may.includes("manage_team") && <SetRefundLimit limit={limit} />}
    >
      {null}
    </Section>
  ));
}

function noteOf({ role, limits }: TeamView["refundLimits"][number]): string {
  if (limits === null) return `${roleName(role)} may refund any amount.`;
  return `A member may refund ${refundLimitText(limits)}, and nothing in other currencies.`;
}
