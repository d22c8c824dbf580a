import { changeSettingsIn, readSettings } from "#lib/domain/booking/index.ts";
import {
  readBookingAccountsRoute,
  updateBookingAccountsRoute,
} from "#lib/wire/contract/booking-accounts.ts";
import { toBookingAccountsWire } from "#lib/wire/serializers/booking-accounts.ts";
import { endpoint } from "../pipeline/serve.ts";

export const bookingAccountsEndpoints = [
  endpoint(readBookingAccountsRoute, async ({ ctx, query: { layout } }) =>
    toBookingAccountsWire(ctx.mode, layout, await readSettings(ctx, layout)),
  ),

  endpoint(updateBookingAccountsRoute, ({ ctx, body, once }) => {
    const { layout, accounts, datev, tax_rate: taxRate } = body;
    const { fiscal_year_start: fiscalYearStart, ...others } = datev ?? {};
    const change = {
      accounts,
      datev: datev && { ...others, ...(fiscalYearStart === undefined ? {} : { fiscalYearStart }) },
      taxRate,
    };
    return once(
      (tx) => changeSettingsIn(tx, ctx, layout, change),
      (settings) => toBookingAccountsWire(ctx.mode, layout, settings),
    );
  }),
];
