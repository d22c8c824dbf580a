import { ENTRY_PLACES, ENTRY_TYPES, listEntryLines } from "#lib/domain/balance/index.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { entryLineView } from "../views/settlements.ts";
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
  page: (c, wanted, page) => listEntryLines(c.get("ctx"), wanted, page),
  view: entryLineView,
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
