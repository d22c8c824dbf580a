import type { Fees } from "#lib/domain/fees/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { SettlementStatus } from "./settlement-state.ts";

/** What balance transactions add up to. All but `adjustments` and `net` are zero or more. */
export type Totals = {
  gross: bigint;
  fees: Fees;
  refunds: bigint;
  /** With the fees of the disputes. */
  chargebacks: bigint;
  /** What came back: refunds that failed, disputes that were won, settlements that the bank returned. */
  adjustments: bigint;
  /** gross − fees − refunds − chargebacks + adjustments. */
  net: bigint;
  transactionCount: number;
};

export type Settlement = Totals & {
  id: Id<"stl">;
  accountId: Id<"acct">;
  mode: Mode;
  status: SettlementStatus;
  currency: string;
  /** Half-open, from one cut-off to another. */
  periodStart: Date;
  periodEnd: Date;
  /** `YYYY-MM-DD`. */
  arrivalDate: string;
  bankAccountLast4: string;
  failureReason: string | null;
  railCheckAt: Date | null;
  createdAt: Date;
};
