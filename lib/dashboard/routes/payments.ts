import { Hono } from "hono";
import { z } from "zod";
import { findCharge } from "#lib/domain/balance/index.ts";
import { disputeOf } from "#lib/domain/disputes/index.ts";
import {
  browsePayments,
  cancelPayment,
  capturePayment,
  getPayment,
  type Payment,
  paymentDetail,
} from "#lib/domain/payments/index.ts";
import { createRefund, type Refund, refundItemsOf } from "#lib/domain/refunds/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { getSettlement } from "#lib/domain/settlements/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { REFUND_REASONS } from "#lib/kernel/vocabulary/refunds.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { paymentList } from "../lists/payments.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardEnv } from "../types.ts";
import { objectJsonView } from "../views/object-json.ts";
import {
  type PaymentListView,
  paymentListItemView,
  paymentStepView,
  paymentView,
  refundMadeView,
} from "../views/payments.ts";

export const paymentRoutes = new Hono<DashboardEnv>();

paymentRoutes.get("/", async (c) => {
  const found = await browsePayments(c.get("ctx"), paymentList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return c.json<PaymentListView>({ payments: rows.map(paymentListItemView), total, older, newer });
});

addExport(paymentRoutes, paymentList);

paymentRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id") as Id<"pay">;
  const [refunds, dispute] = await Promise.all([refundItemsOf(ctx, id), disputeOf(ctx, id)]);
  const related = dispute ? [...refunds, dispute] : refunds;
  const detail = await paymentDetail(
    ctx,
    id,
    related.map((one) => one.id),
  );
  const { settlementId } = detail.payment;
  const [charge, settlement, requests] = await Promise.all([
    findCharge(ctx, detail.payment.id),
    settlementId ? getSettlement(ctx, settlementId) : null,
    requestsAbout(ctx, [detail.payment.id, ...related.map((one) => one.id)]),
  ]);
  return c.json(paymentView(detail, { refunds, charge, settlement, dispute, requests }));
});

paymentRoutes.get("/:id/json", async (c) => {
  const payment = await getPayment(c.get("ctx"), c.req.param("id"));
  return c.json(objectJsonView(c, (version) => wireIn("payment", payment, version)));
});

const params = z.strictObject({
  /** Minor units, as text: what is refunded is never left to be guessed. */
  amount: z.string().regex(/^[1-9]\d{0,14}$/, "Say how much to refund."),
  reason: z.enum(REFUND_REASONS).nullish(),
  attempt: z.uuid(),
});

/** Refunds as the API does. Throws as `createRefund`. */
paymentRoutes.post("/:id/refunds", requireRole("refund"), async (c) => {
  const { amount, reason = null, attempt } = await readBody(c, params);
  const answer = await createRefund(
    c.get("ctx"),
    {
      payment: c.req.param("id"),
      amountMinor: BigInt(amount),
      reason,
      metadata: undefined,
    },
    attemptKey(c, attempt, { amount, reason }),
    renderAnswer<Refund>(c, 201, refundMadeView),
  );
  return sendAnswer(c, answer);
});

const captureParams = z.strictObject({
  /** Minor units, as text: what is captured is never left to be guessed. */
  amount: z.string().regex(/^[1-9]\d{0,14}$/, "Say how much to capture."),
  attempt: z.uuid(),
});

/** Captures as the API does. Throws as `capturePayment`. */
paymentRoutes.post("/:id/capture", requireRole("manage_payments"), async (c) => {
  const { amount, attempt } = await readBody(c, captureParams);
  const answer = await capturePayment(
    c.get("ctx"),
    { payment: c.req.param("id"), amountMinor: BigInt(amount) },
    attemptKey(c, attempt, { amount }),
    renderAnswer<Payment>(c, 200, paymentStepView),
  );
  return sendAnswer(c, answer);
});

/** Cancels as the API does. Throws as `cancelPayment`. */
paymentRoutes.post("/:id/cancel", requireRole("manage_payments"), async (c) => {
  const { attempt } = await readBody(c, z.strictObject({ attempt: z.uuid() }));
  const answer = await cancelPayment(
    c.get("ctx"),
    c.req.param("id"),
    attemptKey(c, attempt, {}),
    renderAnswer<Payment>(c, 200, paymentStepView),
  );
  return sendAnswer(c, answer);
});
