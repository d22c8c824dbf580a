import { browseCustomers, customerDetail, getCustomer } from "#lib/domain/customers/index.ts";
import { browsePayments } from "#lib/domain/payments/index.ts";
import { browseSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { readPageParam } from "../list-params.ts";
import { customerList } from "../lists/customers.ts";
import { addExport, listRows } from "../lists/list.ts";
import { reply, routesAt } from "../typed-routes.ts";
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

customerRoutes.get("/:id/json", async (c) => {
  const customer = await getCustomer(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("customer", customer, version)),
  );
});
