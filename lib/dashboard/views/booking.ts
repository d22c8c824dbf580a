import type {
  BookingAccount,
  JournalLayout,
  JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";

/** `GET /internal/:mode/booking` */
export type BookingView = {
  timezone: string;
  /** By the account's clock; only days before it have ended. */
  today: string;
  /** The account's default currency, and all in which it booked something. */
  currency: string;
  currencies: string[];
  settings: Record<JournalLayout, JournalSettings>;
  /** The accounts of DATEV's standard charts. */
  charts: Record<"skr03" | "skr04", Readonly<Record<BookingAccount, string>>>;
};
