import { z } from "zod";
import { findCharge } from "#lib/domain/balance/index.ts";
import { disputeOf } from "#lib/domain/disputes/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { refundLimitOf } from "#lib/domain/members/index.ts";
import {
  browsePayments,
  cancelPayment,
  capturePayment,
  getPayment,
  paymentDetail,
  sumPayments,
  updatePaymentIn,
  whyNotRefunded,
  whyNotStep,
} from "#lib/domain/payments/index.ts";
import {
  createRefund,
  refundItemsOf,
  refundLimitLeft,
  whyAboveLimit,
} from "#lib/domain/refunds/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { refusalOf, verdictOf } from "#lib/domain/retries/index.ts";
import { getSettlement } from "#lib/domain/settlements/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { REFUND_REASONS } from "#lib/kernel/vocabulary/refunds.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { checkSortable, readPageParam } from "../list-params.ts";
import { addExport, listRows } from "../lists/list.ts";
import { paymentList } from "../lists/payments.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import { paymentStepView, paymentView, policyFacts, refundMadeView } from "../views/payments.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";

export const paymentRoutes = routesAt("/:mode/payments");

paymentRoutes.get("/", async (c) => {
  const [ctx, filter] = [c.get("ctx"), paymentList.filter(c)];
  const page = readPageParam(c, LIST_SORTS.payments);
  await checkSortable(page, LIST_SORTS.payments, () => sumPayments(ctx, filter));
  const found = await browsePayments(ctx, filter, page);
  const { rows, total, older, newer } = found;
  return reply(c, {
    payments: await listRows(c, paymentList, rows, readMoreParam(c, OPTIONAL_COLUMNS.payments)),
    total,
    older,
    newer,
  });
});

addExport(paymentRoutes, paymentList);

paymentRoutes.get("/sums", async (c) =>
  reply(c, listSumsView(await sumPayments(c.get("ctx"), paymentList.filter(asList(c))))),
);

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
  const limit = refundLimitOf(c.get("membership").refundLimits, c.get("membership").role);
  const [verdict, charge, settlement, requests, limitLeft] = await Promise.all([
    detail.payment.apiStatus === "failed" ? verdictOf(ctx, detail.payment.id) : null,
    findCharge(ctx, detail.payment.id),
    settlementId ? getSettlement(ctx, settlementId) : null,
    requestsAbout(ctx, [detail.payment.id, ...related.map((one) => one.id)]),
    refundLimitLeft(null, ctx, limit, detail.payment),
  ]);
  const facts = policyFacts(detail.payment);
  const actions = allowedActions("payment", c.get("membership").role, {
    refund: whyNotRefunded(facts) ?? whyAboveLimit(limitLeft, null),
    edit: null,
    capture: whyNotStep(ctx, facts, "capture"),
    cancel: whyNotStep(ctx, facts, "cancel"),
    retry: refusalOf(verdict),
  });
  const shown = { refunds, charge, settlement, dispute, requests, actions, limitLeft };
  return reply(c, paymentView(detail, shown));
});

paymentRoutes.get("/:id/json", async (c) => {
  const payment = await getPayment(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("payment", payment, version)),
  );
});

export const params = z.strictObject({
  /** Minor units; required, so that nothing is refunded by default. */
  amount: z.string().regex(/^[1-9]\d{0,14}$/, "Enter the amount to refund."),
  reason: z.enum(REFUND_REASONS).nullish(),
  attempt: z.uuid(),
});

/** Refunds as the API does. Throws as `createRefund`. */
paymentRoutes.post("/:id/refunds", requireRole(ACTIONS.payment.refund), async (c) => {
  const { amount, reason = null, attempt } = await readBody(c, params);
  const membership = c.get("membership");
  const refund = {
    payment: c.req.param("id"),
    amountMinor: BigInt(amount),
    reason,
    metadata: undefined,
    limit: refundLimitOf(membership.refundLimits, membership.role),
  };
  const press = { attempt, params: { amount, reason }, status: 201, view: refundMadeView } as const;
  return await replyOnce(c, press, (request, render) =>
    createRefund(c.get("ctx"), refund, request, render),
  );
});

export const captureParams = z.strictObject({
  /** Minor units; required, so that nothing is captured by default. */
  amount: z.string().regex(/^[1-9]\d{0,14}$/, "Enter the amount to capture."),
  attempt: z.uuid(),
});

/** Captures as the API does. Throws as `capturePayment`. */
paymentRoutes.post("/:id/capture", requireRole(ACTIONS.payment.capture), async (c) => {
  const { amount, attempt } = await readBody(c, captureParams);
  const capture = { payment: c.req.param("id"), amountMinor: BigInt(amount) };
  const press = { attempt, params: { amount }, view: paymentStepView };
  return await replyOnce(c, press, (request, render) =>
    capturePayment(c.get("ctx"), capture, request, render),
  );
});

export const details = z.strictObject({
  description: z.string().max(1_000).nullable().optional(),
  /** Changed keys; an empty value removes one. */
  metadata: z
    .record(
      z
        .string()
        .min(1)
        .max(40)
        .regex(/^[^[\]]*$/, "A key cannot have square brackets."),
      z.string().max(500),
    )
    .optional(),
  attempt: z.uuid(),
});

/** Changes description and metadata as the API does. Throws as `updatePaymentIn`. */
paymentRoutes.post("/:id/details", requireRole(ACTIONS.payment.edit), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...changes } = await readBody(c, details);
  const press = { attempt, params: changes, view: paymentStepView };
  const done = await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => updatePaymentIn(tx, ctx, c.req.param("id"), changes), render),
  );
  announceLive(ctx.accountId, "payment_details");
  return done;
});

export const cancellation = z.strictObject({ attempt: z.uuid() });

/** Cancels as the API does. Throws as `cancelPayment`. */
paymentRoutes.post("/:id/cancel", requireRole(ACTIONS.payment.cancel), async (c) => {
  const { attempt } = await readBody(c, cancellation);
  return await replyOnce(c, { attempt, params: {}, view: paymentStepView }, (request, render) =>
    cancelPayment(c.get("ctx"), c.req.param("id"), request, render),
  );
});
