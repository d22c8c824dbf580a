import type { Mode } from "#lib/kernel/mode.ts";
import type { JournalLayout, JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import type { BookingAccountsWire } from "../contract/booking-accounts.ts";

export function toBookingAccountsWire(
  mode: Mode,
  layout: JournalLayout,
  { accounts, datev, taxRate }: JournalSettings,
): BookingAccountsWire {
  return {
    object: "booking_accounts",
    livemode: mode === "live",
    layout,
    accounts: { ...accounts },
    datev: datev && {
      chart: datev.chart,
      consultant: datev.consultant,
      client: datev.client,
      fiscal_year_start: datev.fiscalYearStart,
    },
    tax_rate: taxRate,
  };
}
