import { listEntryItems } from "#lib/domain/balance/index.ts";
import {
  getSettlement,
  listSettlementItems,
  SETTLEMENT_MOVES,
} from "#lib/domain/settlements/index.ts";
import { ENTRY_PLACES, ENTRY_TYPES } from "#lib/kernel/vocabulary/balance.ts";
import { OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import { entryListItemView, settlementListItemView } from "../views/settlements.ts";
import { amountCells, idCells, instrumentCells, list, major } from "./list.ts";

function entryFilter(c: ListContext<"/:mode/balance">) {
  return {
    types: readChoices(c, "type", ENTRY_TYPES),
    places: readChoices(c, "place", ENTRY_PLACES),
    currencies: readWords(c, "currency"),
    created: readPeriod(c, "created"),
    settlementId: readText(c, "settlement"),
    search: readText(c, "q"),
  };
}

export const entryList = list({
  name: "balance",
  filter: entryFilter,
  page: (c, wanted, page) => listEntryItems(c.get("ctx"), wanted, page),
  view: entryListItemView,
  columns: {
    amount: amountCells,
    fee: {
      fee: (row) => major(row.fee, row.currency),
      interchange: (row) => major(row.interchange, row.currency),
      scheme_fee: (row) => major(row.schemeFee, row.currency),
      markup: (row) => major(row.markup, row.currency),
      commission: (row) => major(row.commission, row.currency),
      dispute_fee: (row) => major(row.disputeFee, row.currency),
    },
    net: { net: (row) => major(row.net, row.currency) },
    type: { type: (row) => row.type },
    what: {
      id: (row) => row.id,
      source: (row) => row.sourceId,
      payment: (row) => row.paymentId,
      description: (row) => row.description,
      ...instrumentCells,
    },
    place: {
      place: (row) => row.place,
      settlement: (row) => row.settlementId,
      available_on: (row) => row.availableOn,
    },
    booked: { booked_at: (row) => row.bookedAt },
  },
});

const { net, amount, type, what, booked } = entryList.columns;

/** Throws `resource_missing`, also for a settlement of another account. */
async function settledFilter(c: ListContext<"/:mode/settlements/:id/rows">) {
  const { id } = await getSettlement(c.get("ctx"), c.req.param("id") ?? "");
  return {
    settlementId: id,
    types: readChoices(c, "type", ENTRY_TYPES),
    search: readText(c, "q"),
  };
}

/** Balance transactions of the settlement in the path, with a column for each cost. */
export const settledEntryList = list({
  name: "settlement_transactions",
  filter: settledFilter,
  page: (c, wanted, page) => listEntryItems(c.get("ctx"), wanted, page),
  view: entryListItemView,
  columns: {
    net,
    type,
    what,
    amount,
    interchange: { interchange: (row) => major(row.interchange, row.currency) },
    schemeFee: { scheme_fee: (row) => major(row.schemeFee, row.currency) },
    markup: {
      markup: (row) => major(row.markup, row.currency),
      commission: (row) => major(row.commission, row.currency),
    },
    fee: {
      fee: (row) => major(row.fee, row.currency),
      dispute_fee: (row) => major(row.disputeFee, row.currency),
    },
    booked,
  },
});

const STATUSES = Object.keys(SETTLEMENT_MOVES);

function settlementFilter(c: ListContext<"/:mode/settlements">) {
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
  filter: settlementFilter,
  page: (c, wanted, page) => listSettlementItems(c.get("ctx"), wanted, page),
  view: settlementListItemView,
  optional: OPTIONAL_COLUMNS.settlements,
  columns: {
    net: { net: (row) => major(row.net, row.currency), currency: (row) => row.currency },
    status: { status: (row) => row.status, failure_reason: (row) => row.failureReason },
    arrival: { arrival_date: (row) => row.arrivalDate, paid_at: (row) => row.paidAt },
    reference: { bank_reference: (row) => row.bankReference },
    gross: {
      gross: (row) => major(row.gross, row.currency),
      refunds: (row) => major(row.refunds, row.currency),
      chargebacks: (row) => major(row.chargebacks, row.currency),
      adjustments: (row) => major(row.adjustments, row.currency),
    },
    fee: {
      fee: (row) => major(row.fee, row.currency),
      interchange: (row) => major(row.interchange, row.currency),
      scheme_fee: (row) => major(row.schemeFee, row.currency),
      markup: (row) => major(row.markup, row.currency),
      commission: (row) => major(row.commission, row.currency),
      dispute_fees: (row) => major(row.disputeFees, row.currency),
    },
    count: { transactions: (row) => row.transactionCount },
    id: { ...idCells, bank_account_last4: (row) => row.bankAccountLast4 },
    cutOff: { period_start: (row) => row.periodStart, period_end: (row) => row.periodEnd },
    currency: { currency: (row) => row.currency },
    interchange: { interchange: (row) => major(row.interchange, row.currency) },
    schemeFee: { scheme_fee: (row) => major(row.schemeFee, row.currency) },
    markup: { markup: (row) => major(row.markup, row.currency) },
    commission: { commission: (row) => major(row.commission, row.currency) },
    disputeFees: { dispute_fees: (row) => major(row.disputeFees, row.currency) },
    refunds: { refunds: (row) => major(row.refunds, row.currency) },
    chargebacks: { chargebacks: (row) => major(row.chargebacks, row.currency) },
    adjustments: { adjustments: (row) => major(row.adjustments, row.currency) },
    bankAccount: { bank_account_last4: (row) => row.bankAccountLast4 },
    periodStart: { period_start: (row) => row.periodStart },
    paidAt: { paid_at: (row) => row.paidAt },
    failure: { failure_reason: (row) => row.failureReason },
  },
});
