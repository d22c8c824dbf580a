import { getInvoice, listInvoices } from "#lib/domain/invoices/index.ts";
import { listInvoicesRoute, readInvoiceRoute } from "#lib/wire/contract/invoices.ts";
import { toInvoiceWire } from "#lib/wire/serializers/billing.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const invoiceEndpoints = [
  endpoint(readInvoiceRoute, async ({ ctx, params }) =>
    toInvoiceWire(await getInvoice(ctx, params.invoice_id)),
  ),

  endpoint(listInvoicesRoute, async ({ ctx, query, list }) => {
    const { status, subscription, customer } = query;
    const request = { ...toPageRequest(query), status, subscription, customer };
    return list(await listInvoices(ctx, request), toInvoiceWire);
  }),
];
