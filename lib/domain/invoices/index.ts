export { browseInvoices, type InvoiceDetail, invoiceDetail } from "./browse-invoices.ts";
export {
  attemptsAt,
  type InvoiceAttempt,
  type InvoiceListItem,
  listInvoiceItems,
} from "./browse-store.ts";
export { INVOICE_STATUSES } from "./invoice-state.ts";
export { addToDraftIn, issueInvoiceIn, voidDraftIn } from "./issue-invoice.ts";
export {
  findDraft,
  findInvoices,
  getInvoice,
  type ListInvoicesRequest,
  listInvoices,
  lockReopened,
} from "./list-invoices.ts";
export {
  beginAttemptIn,
  failAttemptIn,
  moveInvoiceIn,
  reopenInvoiceIn,
  restIn,
} from "./move-invoice.ts";
export { dueRows as dueInvoices } from "./store.ts";
export type { Debtor, Invoice } from "./types.ts";
