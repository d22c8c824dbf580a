export { addToDraftIn, issueInvoiceIn, voidDraftIn } from "./issue-invoice.ts";
export {
  browseInvoices,
  findInvoices,
  getInvoice,
  type InvoiceDetail,
  invoiceDetail,
  type ListInvoicesRequest,
  listInvoices,
  lockInvoice,
} from "./list-invoices.ts";
export {
  beginAttemptIn,
  failAttemptIn,
  moveInvoiceIn,
  reopenInvoiceIn,
  restIn,
} from "./move-invoice.ts";
export {
  attemptsAt,
  dueRows as dueInvoices,
  findDraft,
  type InvoiceAttempt,
  type InvoiceListItem,
  listInvoiceItems,
  lockDraft,
  lockReopened,
  sumInvoices,
} from "./store.ts";

export type { Debtor, Invoice } from "./types.ts";
