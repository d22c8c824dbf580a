import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { codeLabel, refundReasonLabel } from "#components/payments/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { RefundListItemView } from "#lib/dashboard/views/refunds.ts";
import { idColumn, moneyColumn, textColumn, timeColumn } from "../shared/optional-columns.tsx";

/** Refunds with amount and recipient. */
export const REFUND_COLUMNS: readonly Column<RefundListItemView, ListColumn<"refunds">>[] = [
  {
    id: "amount",
    sort: "amount",
    header: "Amount",
    align: "right",
    width: "w-28",
    card: "lead",
    cell: (row) => (
      <Money amount={`-${row.amount}`} currency={row.currency} className="font-medium" />
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "w-34 lg:w-44",
    card: "figure",
    apart: true,
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <Status status={row.status} />
        {row.failureReason && (
          <span className="truncate text-12 text-ink-muted md:hidden lg:inline">
            {codeLabel(row.failureReason)}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    from: "xl",
    width: "w-44",
    cell: (row) =>
      row.reason ? (
        refundReasonLabel(row.reason)
      ) : (
        <span className="text-ink-faint">None given</span>
      ),
  },
  {
    id: "customer",
    header: "Customer",
    cell: (row) => <CustomerName customer={row.customer} />,
  },
  {
    id: "method",
    header: "Refunded to",
    width: "w-42",
    from: "lg",
    cell: (row) => <Instrument {...row.instrument} />,
  },
  {
    id: "id",
    header: "Refund",
    width: "w-40",
    from: "xl",
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="refund id" className="text-ink-muted" />,
  },
  {
    id: "created",
    sort: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
  textColumn("email", "E-mail", { of: (row) => row.customer?.email ?? null, width: "w-48" }),
  idColumn("payment", "Payment", { of: (row) => row.payment.id }),
  moneyColumn("paid", "Paid", { of: (row) => row.payment.amount }),
  textColumn("description", "Description", { of: (row) => row.payment.description, width: "w-44" }),
  moneyColumn("net", "Net"),
  idColumn("settlement", "Settlement"),
  timeColumn("updated", "Updated", { of: (row) => row.updatedAt }),
];
