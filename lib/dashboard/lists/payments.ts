import { listDisputeItems, moreDisputeColumns } from "#lib/domain/disputes/index.ts";
import {
  CHARGE_TRAITS,
  countPaymentsUpTo,
  listPaymentItems,
  morePaymentColumns,
  PAYMENT_TRAITS,
  type PaymentFilter,
  readSearch,
} from "#lib/domain/payments/index.ts";
import { listRefundItems, moreRefundColumns } from "#lib/domain/refunds/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import type { Period } from "#lib/kernel/period.ts";
import {
  DISPUTE_REASONS,
  DISPUTE_STATUSES,
  type DuePeriod,
} from "#lib/kernel/vocabulary/disputes.ts";
import { OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import {
  LIABILITIES,
  PAYMENT_OUTCOMES,
  SHOWN_PAYMENT_STATUSES,
} from "#lib/kernel/vocabulary/payments.ts";
import { REFUND_REASONS, REFUND_STATUSES } from "#lib/kernel/vocabulary/refunds.ts";
import {
  readAmountRange,
  readChoices,
  readHour,
  readParam,
  readPeriod,
  readTags,
  readText,
  readTraits,
  readWords,
} from "../list-params.ts";
import type { ListContext, QueryContext } from "../typed-routes.ts";
import { disputeListItemView } from "../views/disputes.ts";
import { paymentListItemView } from "../views/payments.ts";
import { refundListItemView } from "../views/refunds.ts";
import {
  amountCells,
  createdCells,
  customerCells,
  emailCells,
  idCells,
  instrumentCells,
  list,
  major,
  moreCells,
  moreMajorCells,
  statusCells,
} from "./list.ts";

function paymentFilter(c: ListContext<"/:mode/payments">): PaymentFilter {
  const q = readText(c, "q");
  const hour = readHour(c);
  return {
    statuses: readChoices(c, "status", SHOWN_PAYMENT_STATUSES),
    methods: readWords(c, "method"),
    currencies: readWords(c, "currency"),
    created: readPeriod(c, "created"),
    hour: hour === undefined ? undefined : { hour, zone: c.get("membership").timezone },
    amount: readAmountRange(c),
    customerId: readText(c, "customer"),
    paymentMethodId: readText(c, "payment_method"),
    last4: readText(c, "last4"),
    declineCodes: readWords(c, "decline"),
    outcomes: readChoices(c, "outcome", PAYMENT_OUTCOMES),
    traits: readTraits(c, PAYMENT_TRAITS),
    chargeTraits: readTraits(c, CHARGE_TRAITS),
    liability: readChoices(c, "liability", LIABILITIES)?.[0],
    tags: readTags(c),
    search: q ? readSearch(q, localeRules(c.get("membership").locale)) : undefined,
  };
}

export const paymentList = list({
  name: "payments",
  filter: paymentFilter,
  page: (c, wanted: PaymentFilter, page) => listPaymentItems(c.get("ctx"), wanted, page),
  count: (c, wanted, most) => countPaymentsUpTo(c.get("ctx"), wanted, most),
  view: paymentListItemView,
  more: morePaymentColumns,
  optional: OPTIONAL_COLUMNS.payments,
  columns: {
    amount: { ...amountCells, amount_refunded: (row) => major(row.amountRefunded, row.currency) },
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
    email: emailCells,
    net: moreMajorCells("net"),
    fees: moreMajorCells("fees"),
    captured: moreMajorCells("captured", "amount_captured"),
    refunded: { amount_refunded: (row) => major(row.amountRefunded, row.currency) },
    network: moreCells("network"),
    issuer: moreCells("issuer"),
    issuerCountry: moreCells("issuerCountry", "issuer_country"),
    bin: moreCells("bin"),
    funding: moreCells("funding"),
    sca: moreCells("sca"),
    eci: moreCells("eci"),
    liability: moreCells("liability", "liable_for_fraud"),
    addressCheck: moreCells("addressCheck", "avs_result"),
    codeCheck: moreCells("codeCheck", "cvc_result"),
    arn: moreCells("arn"),
    exemption: moreCells("exemption"),
    captureMode: moreCells("captureMode", "capture"),
    descriptor: moreCells("descriptor", "statement_descriptor"),
    networkCode: moreCells("networkCode", "network_decline_code"),
    advice: moreCells("advice", "advice_code"),
    subscription: moreCells("subscription"),
    invoice: moreCells("invoice"),
    mandate: moreCells("mandate"),
    settlement: moreCells("settlement"),
    retryOf: moreCells("retryOf", "retry_of"),
    tags: moreCells("tags"),
    updated: moreCells("updated", "updated_at"),
  },
});

function refundFilter(c: ListContext<"/:mode/refunds">) {
  return {
    statuses: readChoices(c, "status", REFUND_STATUSES),
    reasons: readChoices(c, "reason", REFUND_REASONS),
    currencies: readWords(c, "currency"),
    created: readPeriod(c, "created"),
    amount: readAmountRange(c),
    paymentId: readText(c, "payment"),
    search: readText(c, "q"),
  };
}

export const refundList = list({
  name: "refunds",
  filter: refundFilter,
  page: (c, wanted, page) => listRefundItems(c.get("ctx"), wanted, page),
  view: refundListItemView,
  more: moreRefundColumns,
  optional: OPTIONAL_COLUMNS.refunds,
  columns: {
    amount: amountCells,
    status: { ...statusCells, failure_reason: (row) => row.failureReason },
    reason: { reason: (row) => row.reason },
    customer: customerCells,
    method: instrumentCells,
    id: { ...idCells, payment: (row) => row.payment.id },
    created: createdCells,
    email: emailCells,
    payment: { payment: (row) => row.payment.id },
    paid: { payment_amount: (row) => major(row.payment.amount, row.currency) },
    description: { description: (row) => row.payment.description },
    net: moreMajorCells("net"),
    settlement: moreCells("settlement"),
    updated: { updated_at: (row) => row.updatedAt },
  },
});

/** Days ahead that can be filtered by name. */
const DAYS_AHEAD: Readonly<Record<DuePeriod, number>> = { in1d: 1, in3d: 3, in7d: 7 };

/** `in3d`: due within three days by the account's clock; otherwise a period of days. */
function readDue(c: QueryContext<"due">): Period | undefined {
  const ahead: Readonly<Record<string, number | undefined>> = DAYS_AHEAD;
  const days = ahead[readParam(c, "due") ?? ""];
  if (days === undefined) return readPeriod(c, "due");
  const nowMs = businessNowMs(c.get("ctx"));
  return { from: dateFromMs(nowMs), to: dateFromMs(nowMs + days * DAY_MS) };
}

function disputeFilter(c: ListContext<"/:mode/disputes">) {
  return {
    statuses: readChoices(c, "status", DISPUTE_STATUSES),
    reasons: readChoices(c, "reason", DISPUTE_REASONS),
    currencies: readWords(c, "currency"),
    due: readDue(c),
    created: readPeriod(c, "created"),
    tags: readTags(c),
    search: readText(c, "q"),
  };
}

export const disputeList = list({
  name: "disputes",
  filter: disputeFilter,
  page: (c, wanted, page) => listDisputeItems(c.get("ctx"), wanted, page),
  view: disputeListItemView,
  more: moreDisputeColumns,
  optional: OPTIONAL_COLUMNS.disputes,
  columns: {
    amount: { ...amountCells, fee: (row) => major(row.fee, row.currency) },
    status: { id: (row) => row.id, payment: (row) => row.payment.id, status: (row) => row.status },
    reason: { reason: (row) => row.reason, network_reason_code: (row) => row.networkReasonCode },
    due: { evidence_due_by: (row) => row.evidenceDueBy },
    customer: customerCells,
    method: instrumentCells,
    created: createdCells,
    id: idCells,
    email: emailCells,
    fee: { fee: (row) => major(row.fee, row.currency) },
    payment: { payment: (row) => row.payment.id },
    paid: { payment_amount: (row) => major(row.payment.amount, row.currency) },
    description: { description: (row) => row.payment.description },
    evidence: { evidence: (row) => row.evidenceGiven.join(" ") },
    network: moreCells("network"),
    issuer: moreCells("issuer"),
    issuerCountry: moreCells("issuerCountry", "issuer_country"),
    sca: moreCells("sca"),
    liability: moreCells("liability", "liable_for_fraud"),
    tags: moreCells("tags"),
    updated: { updated_at: (row) => row.updatedAt },
  },
});
