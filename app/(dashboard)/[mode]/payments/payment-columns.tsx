import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import { failedChecksText } from "#components/payments/failed-checks.ts";
import { Instrument } from "#components/payments/instrument.tsx";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { PaymentListItemView } from "#lib/dashboard/views/payments.ts";

export type PaymentColumn = Column<PaymentListItemView, ListColumn<"payments">>;

const AMOUNT: PaymentColumn = {
  id: "amount",
  sort: "amount",
  header: "Amount",
  align: "right",
  width: "w-28 lg:w-34",
  card: "lead",
  cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
};

const STATUS: PaymentColumn = {
  id: "status",
  header: "Status",
  width: "w-34 lg:w-52 2xl:w-64",
  card: "figure",
  apart: true,
  cell: (row) => (
    <span className="inline-flex max-w-full items-center gap-2">
      <Status status={row.status} />
      {row.declineCode && row.status === "failed" && (
        <span className="truncate text-12 text-ink-muted md:hidden lg:inline">
          {declineText(row, row.declineCode)}
        </span>
      )}
    </span>
  ),
};

/** `Do not honor; security code wrong`: the reason with the checks that failed. */
function declineText({ failedChecks }: PaymentListItemView, code: string): string {
  const checks = failedChecksText(failedChecks, code);
  const { title } = declineName(code);
  return checks ? `${title}; ${checks}` : title;
}

const METHOD: PaymentColumn = {
  id: "method",
  header: "Paid with",
  width: "w-42",
  from: "lg",
  cell: (row) => <Instrument {...row.instrument} />,
};

const CUSTOMER: PaymentColumn = {
  id: "customer",
  header: "Customer",
  cell: (row) => <CustomerName customer={row.customer} />,
};

const DESCRIPTION: PaymentColumn = {
  id: "description",
  header: "Description",
  from: "xl",
  cell: (row) => row.description ?? <span className="text-ink-faint">None</span>,
};

const PAYMENT: PaymentColumn = {
  id: "id",
  header: "Payment",
  width: "w-42",
  from: "xl",
  card: "none",
  interactive: true,
  cell: (row) => <ShortId id={row.id} what="payment id" className="text-ink-muted" />,
};

const CREATED: PaymentColumn = {
  id: "created",
  sort: "created",
  header: "Created",
  align: "right",
  width: "w-28",
  cell: (row) => <Timestamp value={row.createdAt} form="list" />,
};

/** The usual columns of the list of payments. */
export const USUAL_PAYMENT_COLUMNS: readonly PaymentColumn[] = [
  AMOUNT,
  STATUS,
  METHOD,
  CUSTOMER,
  DESCRIPTION,
  PAYMENT,
  CREATED,
];

/** Payments of one customer: narrower, without the customer. */
export const OWN_PAYMENT_COLUMNS: readonly PaymentColumn[] = [
  AMOUNT,
  {
    ...STATUS,
    width: "w-36",
    cell: (row) => <Status status={row.status} />,
  },
  { ...METHOD, from: "2xl" },
  {
    id: "description",
    header: "Description",
    cell: (row) => {
      const reason = row.status === "failed" && row.declineCode;
      return (
        <>
          {row.description}
          {reason && (
            <span className="text-ink-muted">
              {row.description && " · "}
              {declineText(row, reason)}
            </span>
          )}
          {!row.description && !reason && <span className="text-ink-faint">None</span>}
        </>
      );
    },
  },
  CREATED,
];

/** A few payments beside other content. */
export const RECENT_PAYMENT_COLUMNS: readonly PaymentColumn[] = [
  AMOUNT,
  STATUS,
  { ...METHOD, card: "none" },
  CUSTOMER,
  DESCRIPTION,
  CREATED,
];
