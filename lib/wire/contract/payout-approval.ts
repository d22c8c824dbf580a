import { z } from "zod";
import { APPROVAL_STATES } from "#lib/kernel/vocabulary/payouts.ts";

export const payoutApprovalWire = z
  .object({
    required: z.literal(true).meta({ description: "Always true" }),
    state: z.enum(APPROVAL_STATES).meta({
      description:
        "`pending` until a member decides; `expired` if nobody decided in time; `canceled` if the payout was canceled before",
    }),
    requested_by: z.string().meta({
      description: "Id of the key or member that created it",
      example: "key_01kp0b2n5p8r1t4w7z0c3e6g9j",
    }),
    decided_by: z
      .string()
      .nullable()
      .meta({ description: "The member who approved or refused it" }),
    expires_at: z.iso.datetime().meta({
      description: "End of the time for approval; then the payout is canceled",
      example: "2026-04-16T08:02:44Z",
    }),
  })
  .nullable()
  .meta({
    description:
      "Approval by a second person, required when a payout is above a limit of the account; null if none is required. Members approve in the dashboard; keys cannot",
  });
export type PayoutApprovalWire = z.output<typeof payoutApprovalWire>;
