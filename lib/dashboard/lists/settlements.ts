import { listSettlementItems, SETTLEMENT_MOVES } from "#lib/domain/settlements/index.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { settlementListItemView } from "../views/settlements.ts";
import { idCells, minor } from "./cells.ts";
import { list } from "./list.ts";

const STATUSES = Object.keys(SETTLEMENT_MOVES);

function filter(c: DashboardContext) {
  return {
    statuses: readChoices(c, "status", STATUSES),
    currencies: readWords(c, "currency"),
    arrival: readPeriod(c, "arrival"),
    cutOff: readPeriod(c, "cut_off"),
    search: readText(c, "q"),
  };
}

export const settlementList = list({
  name: "settlements",
  filter,
  page: (c, wanted, page) => listSettlementItems(c.get("ctx"), wanted, page),
  view: settlementListItemView,
  columns: {
    net: { net: (row) => minor(row.net), currency: (row) => row.currency },
    status: { status: (row) => row.status, failure_reason: (row) => row.failureReason },
    arrival: { arrival_date: (row) => row.arrivalDate },
    gross: {
      gross: (row) => minor(row.gross),
      refunds: (row) => minor(row.refunds),
      chargebacks: (row) => minor(row.chargebacks),
      adjustments: (row) => minor(row.adjustments),
    },
    fee: {
      fee: (row) => minor(row.fee),
      interchange: (row) => minor(row.interchange),
      scheme_fee: (row) => minor(row.schemeFee),
      markup: (row) => minor(row.markup),
      commission: (row) => minor(row.commission),
    },
    count: { transactions: (row) => row.transactionCount },
    id: { ...idCells, bank_account_last4: (row) => row.bankAccountLast4 },
    cutOff: { period_start: (row) => row.periodStart, period_end: (row) => row.periodEnd },
  },
});
