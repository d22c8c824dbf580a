import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { ShortId } from "#components/ui/short-id.tsx";
import type { BulkItemView } from "#lib/dashboard/views/bulk.ts";
import { RowStatus } from "../../shared/row-job.tsx";
import { ObjectLink } from "../../webhooks/object-link.tsx";

/** The objects of a bulk action with the result of each. */
export const BULK_COLUMNS: readonly Column<BulkItemView>[] = [
  {
    id: "object",
    header: "Object",
    width: "w-44",
    card: "lead",
    cell: (row) => <ShortId id={row.id} what="id" />,
  },
  {
    id: "state",
    header: "Result",
    width: "w-36",
    card: "figure",
    cell: (row) => <RowStatus state={row.state} />,
  },
  {
    id: "why",
    header: "Reason or refund",
    interactive: true,
    cell: (row) => row.why ?? (row.resultId && <ObjectLink id={row.resultId} />),
  },
  {
    id: "amount",
    header: "Amount",
    width: "w-30",
    align: "right",
    cell: (row) =>
      row.amount !== null && row.currency !== null ? (
        <Money amount={row.amount} currency={row.currency} />
      ) : null,
  },
];
