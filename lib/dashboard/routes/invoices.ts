import { browseInvoices, getInvoice, invoiceDetail } from "#lib/domain/invoices/index.ts";
import { subscriptionDetail } from "#lib/domain/subscriptions/index.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { invoiceList } from "../lists/billing.ts";
import { addExport } from "../lists/list.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { invoiceListItemView, invoiceView } from "../views/billing.ts";
import { objectJsonView } from "../views/object-json.ts";

export const invoiceRoutes = routesAt("/:mode/invoices");

invoiceRoutes.get("/", async (c) => {
  const found = await browseInvoices(c.get("ctx"), invoiceList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, { invoices: rows.map(invoiceListItemView), total, older, newer });
});

addExport(invoiceRoutes, invoiceList);

invoiceRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await invoiceDetail(ctx, c.req.param("id"));
  const { line } = await subscriptionDetail(ctx, detail.invoice.subscriptionId);
  return reply(c, invoiceView(detail, line));
});

invoiceRoutes.get("/:id/json", async (c) => {
  const invoice = await getInvoice(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("invoice", invoice, version)),
  );
});
