import { Money } from "#components/money/money.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import type { Column } from "#components/table/columns.ts";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { RetryItemView } from "#lib/dashboard/views/retries.ts";

/** The payments of a job, each with its result. */
export const RETRY_COLUMNS: readonly Column<RetryItemView>[] = [
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "w-28 lg:w-34",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "result",
    header: "Result",
    card: "figure",
    cell: (row) => <Result row={row} />,
  },
  {
    id: "payment",
    header: "Declined payment",
    width: "w-42",
    from: "lg",
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="payment id" className="text-ink-muted" />,
  },
  {
    id: "retry",
    header: "Retry",
    width: "w-42",
    from: "lg",
    card: "none",
    interactive: true,
    cell: (row) =>
      row.retryId && <ShortId id={row.retryId} what="retry's id" className="text-ink-muted" />,
  },
];

function Result({ row }: { row: RetryItemView }) {
  if (row.state === "waiting" || row.state === "begun") return <Status status="queued" />;
  const reason =
    row.why ??
    (row.result === "failed" && row.declineCode ? declineName(row.declineCode).title : null);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
      <Status status={row.result ?? "skipped"}>{row.result ? undefined : "Not retried"}</Status>
      {reason && <span className="text-12 text-ink-muted">{reason}</span>}
    </span>
  );
}
