import { listRefundItems, REFUND_MOVES } from "#lib/domain/refunds/index.ts";
import { REFUND_REASONS } from "#lib/kernel/vocabulary/refunds.ts";
import { readAmountRange, readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { refundListItemView } from "../views/refunds.ts";
import {
  amountCells,
  createdCells,
  customerCells,
  idCells,
  instrumentCells,
  statusCells,
} from "./cells.ts";
import { list } from "./list.ts";

const STATUSES = Object.keys(REFUND_MOVES);

function filter(c: DashboardContext) {
  return {
    statuses: readChoices(c, "status", STATUSES),
    reasons: readChoices(c, "reason", REFUND_REASONS),
    currencies: readWords(c, "currency"),
    created: readPeriod(c),
    amount: readAmountRange(c),
    paymentId: readText(c, "payment"),
    search: readText(c, "q"),
  };
}

export const refundList = list({
  name: "refunds",
  filter,
  page: (c, wanted, page) => listRefundItems(c.get("ctx"), wanted, page),
  view: refundListItemView,
  columns: {
    amount: amountCells,
    status: { ...statusCells, failure_reason: (row) => row.failureReason },
    reason: { reason: (row) => row.reason },
    customer: customerCells,
    method: instrumentCells,
    id: { ...idCells, payment: (row) => row.payment.id },
    created: createdCells,
  },
});
