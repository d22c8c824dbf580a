import { listCustomerItems } from "#lib/domain/customers/index.ts";
import { readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { customerListItemView } from "../views/customers.ts";
import { createdCells, idCells } from "./cells.ts";
import { list } from "./list.ts";

function filter(c: DashboardContext) {
  return {
    countries: readWords(c, "country"),
    created: readPeriod(c),
    search: readText(c, "q"),
  };
}

export const customerList = list({
  name: "customers",
  filter,
  page: (c, wanted, page) => listCustomerItems(c.get("ctx"), wanted, page),
  view: customerListItemView,
  columns: {
    name: { name: (row) => row.name },
    email: { email: (row) => row.email },
    country: { country: (row) => row.country },
    card: { card_brand: (row) => row.instrument.brand, last4: (row) => row.instrument.last4 },
    payments: { payments: (row) => row.payments },
    last: { last_payment_at: (row) => row.lastPaymentAt },
    id: { ...idCells, ...createdCells },
  },
});
