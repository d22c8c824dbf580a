import type { Id } from "#lib/kernel/ids.ts";
import type { EndpointStatus } from "#lib/kernel/vocabulary/webhooks.ts";

/** Figures of one local day and currency. */
export type DayFigures = {
  /** `YYYY-MM-DD` in the merchant's time zone. */
  day: string;
  currency: string;
  /** Captured amount of succeeded payments. */
  volumeMinor: bigint;
  /** Payments by outcome, as in the declines report: the two sides of the approval rate. */
  approved: number;
  declined: number;
  /** The same up to the current time of day, to compare with a day that has not ended. */
  volumeByNowMinor: bigint;
  approvedByNow: number;
  declinedByNow: number;
};

/** Declines with one code on one local day in one currency. */
export type DeclineCount = {
  day: string;
  currency: string;
  code: string;
  advice: string | null;
  count: number;
};

export type Figures = { today: string; days: DayFigures[]; declines: DeclineCount[] };

/** Items that need attention now. */
export type Attention = {
  endpoints: {
    id: Id<"we">;
    url: string;
    status: EndpointStatus;
    disabledReason: string | null;
    failingSince: Date | null;
  }[];
  failedRefunds: { currency: string; count: number; amountMinor: bigint }[];
  /** Payouts that beneficiaries' banks returned. */
  returnedPayouts: { currency: string; count: number; amountMinor: bigint }[];
  /** Endpoints whose certificate, as last presented, expires soon. */
  certificates: { id: Id<"we">; url: string; validTo: Date }[];
  toCapture: { currency: string; count: number; amountMinor: bigint; oldest: Date }[];
};
