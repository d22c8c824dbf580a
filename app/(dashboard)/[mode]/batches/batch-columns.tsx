import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { countOf, formatName, shownStatus } from "#components/payouts/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { BatchListItemView } from "#lib/dashboard/views/payouts.ts";

const FAINT = <span className="text-ink-faint">0</span>;

/** Batches with their sum and the outcomes of their rows. */
export const BATCH_COLUMNS: readonly Column<BatchListItemView, ListColumn<"payout-batches">>[] = [
  {
    id: "total",
    header: "Accepted",
    align: "right",
    width: "w-32 lg:w-36",
    card: "lead",
    cell: (row) =>
      row.currency ? (
        <Money amount={row.acceptedTotal} currency={row.currency} className="font-medium" />
      ) : (
        FAINT
      ),
  },
  {
    id: "status",
    header: "Status",
    width: "w-38",
    card: "figure",
    apart: true,
    cell: (row) => <Status status={shownStatus(row)} />,
  },
  {
    id: "rows",
    header: "Rows",
    cell: (row) => (
      <span className="tabular-nums">
        {countOf(row.count, "row")}
        {row.rejected > 0 && (
          <span className="text-negative-ink">, {countText(row.rejected)} not accepted</span>
        )}
      </span>
    ),
  },
  {
    id: "settled",
    header: "Settled",
    phoneLabel: "Settled",
    align: "right",
    width: "w-24",
    from: "xl",
    cell: (row) => (row.settled > 0 ? countText(row.settled) : FAINT),
  },
  {
    id: "back",
    header: "Returned or failed",
    align: "right",
    width: "w-30",
    from: "lg",
    cell: (row) => {
      const back = row.returned + row.failed;
      return back > 0 ? countText(back) : FAINT;
    },
  },
  {
    id: "format",
    header: "From",
    width: "w-24",
    from: "xl",
    apart: true,
    cell: (row) => formatName(row.format),
  },
  {
    id: "id",
    header: "Batch",
    width: "w-40",
    from: "2xl",
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="batch id" className="text-ink-muted" />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
];
