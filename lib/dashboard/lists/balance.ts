import { ENTRY_PLACES, listEntryItems } from "#lib/domain/balance/index.ts";
import { getSettlement } from "#lib/domain/settlements/index.ts";
import { ENTRY_TYPES } from "#lib/kernel/vocabulary/balance.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { entryListItemView } from "../views/settlements.ts";
import { amountCells, instrumentCells, minor } from "./cells.ts";
import { list } from "./list.ts";

function filter(c: DashboardContext) {
  return {
    types: readChoices(c, "type", ENTRY_TYPES),
    places: readChoices(c, "place", ENTRY_PLACES),
    currencies: readWords(c, "currency"),
    created: readPeriod(c),
    settlementId: readText(c, "settlement"),
    search: readText(c, "q"),
  };
}

export const entryList = list({
  name: "balance",
  filter,
  page: (c, wanted, page) => listEntryItems(c.get("ctx"), wanted, page),
  view: entryListItemView,
  columns: {
    amount: amountCells,
    fee: {
      fee: (row) => minor(row.fee),
      interchange: (row) => minor(row.interchange),
      scheme_fee: (row) => minor(row.schemeFee),
      markup: (row) => minor(row.markup),
      commission: (row) => minor(row.commission),
      dispute_fee: (row) => minor(row.disputeFee),
    },
    net: { net: (row) => minor(row.net) },
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

/** Throws `resource_missing`, also for another merchant's settlement. */
async function settledFilter(c: DashboardContext) {
  const { id } = await getSettlement(c.get("ctx"), c.req.param("id") ?? "");
  return {
    settlementId: id,
    types: readChoices(c, "type", ENTRY_TYPES),
    search: readText(c, "q"),
  };
}

/** What one settlement swept, which the address names: each cost a column of its own, as on its screen. */
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
    interchange: { interchange: (row) => minor(row.interchange) },
    schemeFee: { scheme_fee: (row) => minor(row.schemeFee) },
    markup: { markup: (row) => minor(row.markup), commission: (row) => minor(row.commission) },
    fee: { fee: (row) => minor(row.fee), dispute_fee: (row) => minor(row.disputeFee) },
    booked,
  },
});
