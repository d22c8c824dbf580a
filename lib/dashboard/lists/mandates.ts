import { listMandateItems, MANDATE_MOVES } from "#lib/domain/mandates/index.ts";
import { MANDATE_SCHEMES, type MandateStatus } from "#lib/kernel/vocabulary/mandates.ts";
import { readChoices, readPeriod, readText } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { mandateListItemView } from "../views/mandates.ts";
import { customerCells, statusCells } from "./cells.ts";
import { list } from "./list.ts";

const STATUSES = Object.keys(MANDATE_MOVES) as MandateStatus[];

function filter(c: DashboardContext) {
  return {
    statuses: readChoices(c, "status", STATUSES),
    schemes: readChoices(c, "scheme", MANDATE_SCHEMES),
    created: readPeriod(c),
    search: readText(c, "q"),
  };
}

export const mandateList = list({
  name: "mandates",
  filter,
  page: (c, wanted, page) => listMandateItems(c.get("ctx"), wanted, page),
  view: mandateListItemView,
  columns: {
    reference: { id: (row) => row.id, reference: (row) => row.reference },
    status: statusCells,
    scheme: { scheme: (row) => row.scheme },
    source: {
      method: (row) => row.source.method,
      card_brand: (row) => row.source.brand,
      last4: (row) => row.source.last4,
      country: (row) => row.source.country,
    },
    customer: customerCells,
    accepted: { accepted_at: (row) => row.acceptedAt, expires_at: (row) => row.expiresAt },
  },
});
