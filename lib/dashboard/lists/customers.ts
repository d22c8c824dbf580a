import { listCustomerItems, moreCustomerColumns } from "#lib/domain/customers/index.ts";
import { listMandateItems } from "#lib/domain/mandates/index.ts";
import { OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { MANDATE_SCHEMES, MANDATE_STATUSES } from "#lib/kernel/vocabulary/mandates.ts";
import { readChoices, readPeriod, readTags, readText, readWords } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import { customerListItemView } from "../views/customers.ts";
import { mandateListItemView } from "../views/mandates.ts";
import { createdCells, customerCells, idCells, list, moreCells, statusCells } from "./list.ts";

function customerFilter(c: ListContext<"/:mode/customers">) {
  return {
    countries: readWords(c, "country"),
    created: readPeriod(c, "created"),
    tags: readTags(c),
    search: readText(c, "q"),
  };
}

export const customerList = list({
  name: "customers",
  filter: customerFilter,
  page: (c, wanted, page) => listCustomerItems(c.get("ctx"), wanted, page),
  view: customerListItemView,
  more: moreCustomerColumns,
  optional: OPTIONAL_COLUMNS.customers,
  columns: {
    name: { name: (row) => row.name },
    email: { email: (row) => row.email },
    country: { country: (row) => row.country },
    card: { card_brand: (row) => row.instrument.brand, last4: (row) => row.instrument.last4 },
    payments: { payments: (row) => row.payments },
    last: { last_payment_at: (row) => row.lastPaymentAt },
    id: { ...idCells, ...createdCells },
    created: createdCells,
    tags: moreCells("tags"),
    updated: moreCells("updated", "updated_at"),
  },
});

function mandateFilter(c: ListContext<"/:mode/mandates">) {
  return {
    statuses: readChoices(c, "status", MANDATE_STATUSES),
    schemes: readChoices(c, "scheme", MANDATE_SCHEMES),
    created: readPeriod(c, "created"),
    search: readText(c, "q"),
  };
}

export const mandateList = list({
  name: "mandates",
  filter: mandateFilter,
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
