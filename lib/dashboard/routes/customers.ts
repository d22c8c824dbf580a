import { z } from "zod";
import { browseCustomers, customerDetail, getCustomer } from "#lib/domain/customers/index.ts";
import { requestErasureIn } from "#lib/domain/erasure-requests/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { browsePayments } from "#lib/domain/payments/index.ts";
import { browseSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { readPageParam } from "../list-params.ts";
import { customerList } from "../lists/customers.ts";
import { addExport, listRows } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { customerView } from "../views/customers.ts";
import { objectJsonView } from "../views/versions.ts";

export const customerRoutes = routesAt("/:mode/customers");

const SHOWN_PAYMENTS = 20;

customerRoutes.get("/", async (c) => {
  const found = await browseCustomers(
    c.get("ctx"),
    customerList.filter(c),
    readPageParam(c, LIST_SORTS.customers),
  );
  const { rows, total, older, newer } = found;
  return reply(c, {
    customers: await listRows(c, customerList, rows, readMoreParam(c, OPTIONAL_COLUMNS.customers)),
    total,
    older,
    newer,
  });
});

addExport(customerRoutes, customerList);

customerRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id");
  const newest = { after: null, before: null, limit: SHOWN_PAYMENTS };
  const [detail, payments, subscriptions] = await Promise.all([
    customerDetail(ctx, id),
    browsePayments(ctx, { customerId: id }, newest),
    browseSubscriptions(ctx, { customer: id }, newest),
  ]);
  return reply(c, customerView(detail, payments, subscriptions));
});

export const erasure = z.strictObject({ attempt: z.uuid() });

/** Deletes a customer and lets a worker erase who it was. Throws as `requestErasureIn`. */
customerRoutes.post("/:id/erase", requireRole("manage_account"), async (c) => {
  const ctx = c.get("ctx");
  const { attempt } = await readBody(c, erasure);
  const view = (at: Date) => ({ requestedAt: at.toISOString() });
  const done = await replyOnce(c, { attempt, params: {}, view }, (request, render) =>
    once(ctx, request, (tx) => requestErasureIn(tx, ctx, c.req.param("id")), render),
  );
  notifyDispatcher();
  return done;
});

customerRoutes.get("/:id/json", async (c) => {
  const customer = await getCustomer(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("customer", customer, version)),
  );
});
