import { listDisputeItems } from "#lib/domain/disputes/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Period } from "#lib/kernel/period.ts";
import { DISPUTE_REASONS, DISPUTE_STATUSES } from "#lib/kernel/vocabulary/disputes.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { disputeListItemView } from "../views/disputes.ts";
import { amountCells, createdCells, customerCells, instrumentCells, minor } from "./cells.ts";
import { list } from "./list.ts";

/** Days ahead that can be asked for by name. */
const AHEAD: Readonly<Record<string, number>> = { in1d: 1, in3d: 3, in7d: 7 };

/** `in3d` is what has to be answered in the next three days, by the account's clock; otherwise days, as
 *  every period. */
function readDue(c: DashboardContext): Period | undefined {
  const days = AHEAD[c.req.query("due") ?? ""];
  if (days === undefined) return readPeriod(c, "due");
  const nowMs = businessNowMs(c.get("ctx"));
  return { from: dateFromMs(nowMs), to: dateFromMs(nowMs + days * DAY_MS) };
}

function filter(c: DashboardContext) {
  return {
    statuses: readChoices(c, "status", DISPUTE_STATUSES),
    reasons: readChoices(c, "reason", DISPUTE_REASONS),
    currencies: readWords(c, "currency"),
    due: readDue(c),
    created: readPeriod(c),
    search: readText(c, "q"),
  };
}

export const disputeList = list({
  name: "disputes",
  filter,
  page: (c, wanted, page) => listDisputeItems(c.get("ctx"), wanted, page),
  view: disputeListItemView,
  columns: {
    amount: { ...amountCells, fee: (row) => minor(row.fee) },
    status: { id: (row) => row.id, payment: (row) => row.payment.id, status: (row) => row.status },
    reason: { reason: (row) => row.reason, network_reason_code: (row) => row.networkReasonCode },
    due: { evidence_due_by: (row) => row.evidenceDueBy },
    customer: customerCells,
    method: instrumentCells,
    created: createdCells,
  },
});
