import { z } from "zod";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  browseInvoices,
  getInvoice,
  invoiceDetail,
  sumInvoices,
} from "#lib/domain/invoices/index.ts";
import { browsePlans, createPlanIn, type Plan, updatePlanIn } from "#lib/domain/plans/index.ts";
import { refusalOf, verdictOf } from "#lib/domain/retries/index.ts";
import { subscriptionDetail } from "#lib/domain/subscriptions/index.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { decimalToMinor, MAX_AMOUNT_MINOR } from "#lib/kernel/money.ts";
import { PLAN_INTERVALS } from "#lib/kernel/vocabulary/billing.ts";
import { LIST_SORTS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { invoiceList, planList } from "../lists/billing.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { allowedActions } from "../views/actions.ts";
import { invoiceListItemView, invoiceView, planListItemView } from "../views/billing.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";

export const planRoutes = routesAt("/:mode/plans");

planRoutes.get("/", async (c) => {
  const found = await browsePlans(c.get("ctx"), planList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, { plans: rows.map(planListItemView), total, older, newer });
});

addExport(planRoutes, planList);

const MAX_TRIAL_DAYS = 730;
export const newPlan = z.strictObject({
  attempt: z.uuid(),
  name: z.string().trim().min(1, "Enter a name.").max(200),
  /** As typed, in major units. */
  amount: z.string().max(20),
  currency: z.string().refine(isCurrency, "Give an ISO 4217 code, such as EUR."),
  interval: z.enum(PLAN_INTERVALS),
  intervalCount: z.int().min(1).max(36),
  trialDays: z.int().min(0).max(MAX_TRIAL_DAYS),
});

const planMadeView = (plan: Plan) => planListItemView({ ...plan, subscribers: 0 });

/** Creates a plan. Throws `parameter_invalid`. */
planRoutes.post("/", requireRole("manage_payments"), async (c) => {
  const { attempt, amount, ...params } = await readBody(c, newPlan);
  const amountMinor = decimalToMinor(amount, params.currency);
  if (amountMinor === null || amountMinor < 1n || amountMinor > MAX_AMOUNT_MINOR) {
    throw invalid("amount", `Give an amount in ${params.currency}, such as 19.00.`);
  }
  if (params.interval === "year" && params.intervalCount > 3) {
    throw invalid("intervalCount", "A period is three years at most.");
  }
  const ctx = c.get("ctx");
  const plan = { ...params, amountMinor, active: true, metadata: undefined };
  const press = {
    attempt,
    params: { ...params, amount },
    status: 201,
    view: planMadeView,
  } as const;
  return await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => createPlanIn(tx, ctx, plan), render),
  );
});

export const change = z.strictObject({ attempt: z.uuid(), active: z.boolean() });

/** Retires a plan or offers it again. Throws `resource_missing`. */
planRoutes.post("/:id", requireRole("manage_payments"), async (c) => {
  const { attempt, active } = await readBody(c, change);
  const ctx = c.get("ctx");
  return await replyOnce(
    c,
    { attempt, params: { active }, view: planMadeView },
    (request, render) =>
      once(ctx, request, (tx) => updatePlanIn(tx, ctx, c.req.param("id"), { active }), render),
  );
});

export const invoiceRoutes = routesAt("/:mode/invoices");

invoiceRoutes.get("/", async (c) => {
  const found = await browseInvoices(
    c.get("ctx"),
    invoiceList.filter(c),
    readPageParam(c, LIST_SORTS.invoices),
  );
  const { rows, total, older, newer } = found;
  return reply(c, { invoices: rows.map(invoiceListItemView), total, older, newer });
});

addExport(invoiceRoutes, invoiceList);

invoiceRoutes.get("/sums", async (c) =>
  reply(c, listSumsView(await sumInvoices(c.get("ctx"), invoiceList.filter(asList(c))))),
);

const NOTHING_CHARGED = { message: "No payment of this invoice was declined." };

invoiceRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await invoiceDetail(ctx, c.req.param("id"));
  const { line } = await subscriptionDetail(ctx, detail.invoice.subscriptionId);
  // A retry of an invoice is one of its latest payment.
  const latest = detail.attempts.at(-1);
  const verdict = latest?.status === "failed" ? await verdictOf(ctx, latest.id) : null;
  const refusals = { retry: latest ? refusalOf(verdict) : NOTHING_CHARGED };
  const actions = allowedActions("invoice", c.get("membership").role, refusals);
  return reply(c, invoiceView(detail, line, actions));
});

invoiceRoutes.get("/:id/json", async (c) => {
  const invoice = await getInvoice(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("invoice", invoice, version)),
  );
});
