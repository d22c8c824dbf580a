import { z } from "zod";
import { APPROVAL_STATES } from "#lib/kernel/vocabulary/payouts.ts";

export const payoutApprovalWire = z
  .object({
    required: z.literal(true),
    state: z.enum(APPROVAL_STATES).meta({
      description:
        "`pending` until somebody decides; `expired` when nobody did in time; `canceled` when the payout was canceled before",
    }),
    requested_by: z.string().meta({
      description: "Who made it: the id of a key or of a member",
      example: "key_01kp0b2n5p8r1t4w7z0c3e6g9j",
    }),
    decided_by: z.string().nullable().meta({ description: "The member who decided" }),
    expires_at: z.iso.datetime().meta({
      description: "Nobody can approve it from then on, and it is canceled",
      example: "2026-04-16T08:02:44Z",
    }),
  })
  .nullable()
  .meta({
    description:
      "Whether a second person has to approve it, because it is above a limit of the account; null where nobody has to. A member approves in the dashboard, no key can",
  });
export type PayoutApprovalWire = z.output<typeof payoutApprovalWire>;
