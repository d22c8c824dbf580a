import {
  CHARGE_TRAITS,
  listPaymentItems,
  PAYMENT_TRAITS,
  type PaymentFilter,
  readSearch,
  SHOWN_STATUSES,
} from "#lib/domain/payments/index.ts";
import { PAYMENT_OUTCOMES } from "#lib/kernel/vocabulary/payments.ts";
import {
  readAmountRange,
  readChoices,
  readHour,
  readPeriod,
  readText,
  readTraits,
  readWords,
} from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { paymentListItemView } from "../views/payments.ts";
import {
  amountCells,
  createdCells,
  customerCells,
  idCells,
  instrumentCells,
  minor,
} from "./cells.ts";
import { list } from "./list.ts";

function filter(c: DashboardContext): PaymentFilter {
  const q = readText(c, "q");
  const hour = readHour(c);
  return {
    statuses: readChoices(c, "status", SHOWN_STATUSES),
    methods: readWords(c, "method"),
    currencies: readWords(c, "currency"),
    created: readPeriod(c),
    hour: hour === undefined ? undefined : { hour, zone: c.get("membership").timezone },
    amount: readAmountRange(c),
    customerId: readText(c, "customer"),
    paymentMethodId: readText(c, "payment_method"),
    last4: readText(c, "last4"),
    declineCodes: readWords(c, "decline"),
    outcomes: readChoices(c, "outcome", PAYMENT_OUTCOMES),
    traits: readTraits(c, PAYMENT_TRAITS),
    chargeTraits: readTraits(c, CHARGE_TRAITS),
    search: q ? readSearch(q) : undefined,
  };
}

export const paymentList = list({
  name: "payments",
  filter,
  page: (c, wanted: PaymentFilter, page) => listPaymentItems(c.get("ctx"), wanted, page),
  view: paymentListItemView,
  columns: {
    amount: { ...amountCells, amount_refunded: (row) => minor(row.amountRefunded) },
    status: {
      status: (row) => row.status,
      decline_code: (row) => row.declineCode,
      disputed: (row) => String(row.disputed),
    },
    method: instrumentCells,
    customer: customerCells,
    description: { description: (row) => row.description },
    id: idCells,
    created: createdCells,
  },
});
