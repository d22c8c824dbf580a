import { Deadline } from "#components/disputes/deadline.tsx";
import { reasonName } from "#components/disputes/reasons.ts";
import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { DisputeListItemView } from "#lib/dashboard/views/disputes.ts";

/** Every dispute, with what is claimed and until when that can be answered. */
export const DISPUTE_COLUMNS: readonly Column<DisputeListItemView, ListColumn<"disputes">>[] = [
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "w-28",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "status",
    header: "Status",
    width: "w-40",
    card: "figure",
    apart: true,
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "reason",
    header: "Reason",
    width: "w-44",
    cell: (row) => (
      <span className="inline-flex max-w-full items-baseline gap-2">
        <span className="truncate">{reasonName(row.reason)}</span>
        {row.networkReasonCode && (
          <span className="text-12 text-ink-muted tabular-nums">{row.networkReasonCode}</span>
        )}
      </span>
    ),
  },
  {
    id: "due",
    header: "Answer due",
    width: "w-44",
    cell: (row) => <Deadline by={row.evidenceDueBy} open={row.status === "needs_response"} />,
  },
  {
    id: "customer",
    header: "Customer",
    from: "lg",
    cell: (row) => <CustomerName customer={row.customer} />,
  },
  {
    id: "method",
    header: "Paid with",
    width: "w-42",
    from: "xl",
    cell: (row) => <Instrument {...row.instrument} />,
  },
  {
    id: "created",
    header: "Opened",
    align: "right",
    width: "w-28",
    from: "xl",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
];
