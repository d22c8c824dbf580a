import { Money } from "#components/money/money.tsx";
import { codeLabel, refundReasonLabel } from "#components/payments/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";

type Refund = PaymentView["refunds"][number];

/** The refunds of one payment. */
export const PAYMENT_REFUND_COLUMNS: readonly Column<Refund>[] = [
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "w-34",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "status",
    header: "Status",
    width: "w-36",
    card: "figure",
    apart: true,
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "reason",
    header: "Reason",
    cell: (row) =>
      row.failureReason ? (
        <span className="text-negative-ink">{codeLabel(row.failureReason)}</span>
      ) : row.reason ? (
        refundReasonLabel(row.reason)
      ) : (
        <span className="text-ink-faint">None given</span>
      ),
  },
  {
    id: "id",
    header: "Refund",
    width: "w-42",
    from: "xl",
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="refund id" className="text-ink-muted" />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} />,
  },
];
