import type { Id } from "#lib/kernel/ids.ts";

/** One local day of one currency. */
export type DayFigures = {
  /** `YYYY-MM-DD` in the merchant's zone. */
  day: string;
  currency: string;
  /** Captured, of payments that succeeded. */
  volumeMinor: bigint;
  approved: number;
  declined: number;
  /** The same up to the present hour of the day, to compare days that have not ended. */
  volumeByNowMinor: bigint;
  approvedByNow: number;
  declinedByNow: number;
};

/** How often one decline code came on one local day in one currency. */
export type DeclineCount = {
  day: string;
  currency: string;
  code: string;
  advice: string | null;
  count: number;
};

export type Figures = { today: string; days: DayFigures[]; declines: DeclineCount[] };

/** What somebody should look at now. */
export type Attention = {
  endpoints: {
    id: Id<"we">;
    url: string;
    status: "enabled" | "disabled";
    disabledReason: string | null;
    failingSince: Date | null;
  }[];
  failedRefunds: { currency: string; count: number; amountMinor: bigint }[];
  /** Money that came back from beneficiaries' banks. */
  returnedPayouts: { currency: string; count: number; amountMinor: bigint }[];
  /** Endpoints whose certificate ends soon, as their server showed it last. */
  certificates: { id: Id<"we">; url: string; validTo: Date }[];
  toCapture: { currency: string; count: number; amountMinor: bigint; oldest: Date }[];
};
