import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { InvoiceListItemView } from "#lib/dashboard/views/billing.ts";
import { idColumn, moneyColumn, textColumn } from "../shared/optional-columns.tsx";

type InvoiceColumn = Column<InvoiceListItemView, ListColumn<"invoices">>;

const NUMBER: InvoiceColumn = {
  id: "number",
  header: "Number",
  width: "w-32",
  card: "lead",
  cell: (row) => (
    <span className="font-medium tabular-nums">
      {row.number ?? <span className="text-ink-faint">Draft</span>}
    </span>
  ),
};
const AMOUNT: InvoiceColumn = {
  id: "amount",
  header: "Amount",
  width: "w-32",
  align: "right",
  card: "figure",
  // A draft can be a credit so far.
  cell: (row) => (
    <Money
      amount={row.status === "draft" ? row.subtotal : row.amountDue}
      currency={row.currency}
      className="font-medium"
    />
  ),
};
const STATUS: InvoiceColumn = {
  id: "status",
  header: "Status",
  width: "w-36",
  apart: true,
  cell: (row) => <Status status={row.status} />,
};
const TRIES: InvoiceColumn = {
  id: "tries",
  header: "Attempts",
  width: "w-20",
  align: "right",
  from: "lg",
  cell: (row) => <span className="tabular-nums">{row.attemptCount}</span>,
};
const CREATED: InvoiceColumn = {
  id: "created",
  sort: "created",
  header: "Created",
  width: "w-36",
  align: "right",
  cell: (row) => <Timestamp value={row.createdAt} />,
};

export const INVOICE_COLUMNS: readonly InvoiceColumn[] = [
  NUMBER,
  { id: "customer", header: "Customer", cell: (row) => <CustomerName customer={row.customer} /> },
  AMOUNT,
  STATUS,
  TRIES,
  CREATED,
  {
    id: "id",
    header: "Id",
    width: "w-44",
    from: "xl",
    apart: true,
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="invoice id" className="text-ink-muted" />,
  },
  textColumn("email", "E-mail", { of: (row) => row.customer.email, width: "w-48" }),
  moneyColumn("subtotal", "Subtotal", { of: (row) => row.subtotal }),
  idColumn("subscription", "Subscription", { of: (row) => row.subscriptionId }),
];

/** Without the customer, for the page of one subscription. */
export const OWN_INVOICE_COLUMNS: readonly InvoiceColumn[] = [
  { ...NUMBER, width: "" },
  AMOUNT,
  STATUS,
  TRIES,
  CREATED,
];
