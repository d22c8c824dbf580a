import { useState } from "react";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import type { BatchPreviewView } from "#lib/dashboard/views/payouts.ts";

type Row = BatchPreviewView["rows"][number];
type Total = BatchPreviewView["totals"][number];

/** A file can have 20,000 rows. */
const PAGE = 50;

/** Every amount as it was read, and the sums of each currency, to compare with the file before anything is sent. */
export function BatchRows({ batch }: { batch: BatchPreviewView }) {
  const [page, setPage] = useState(0);
  const { rows, totals } = batch;
  const first = page * PAGE;
  const last = Math.min(rows.length, first + PAGE);
  return (
    <>
      <Section title="Total" note="Sum of every readable amount, by currency">
        <DataTable
          caption="Total by currency"
          compact
          columns={TOTALS}
          rows={totals}
          rowKey={({ currency }) => currency}
          empty={<p className="py-1.5 text-13 text-ink-muted">No amount could be read.</p>}
        />
      </Section>
      <Section
        title="Amounts"
        note={`Rows ${first + 1} to ${last} of ${countText(rows.length)}, as they were read`}
        actions={
          rows.length > PAGE && (
            <span className="flex gap-2">
              <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Previous rows
              </Button>
              <Button
                size="small"
                disabled={last === rows.length}
                onClick={() => setPage(page + 1)}
              >
                Next rows
              </Button>
            </span>
          )
        }
      >
        <DataTable
          caption="Amounts by row"
          compact
          columns={ROWS}
          rows={rows.slice(first, last)}
          rowKey={({ row }) => String(row)}
        />
      </Section>
    </>
  );
}

const NONE = <span className="text-ink-faint">Not readable</span>;

const ROWS: readonly Column<Row>[] = [
  {
    id: "row",
    header: "Row",
    width: "w-24",
    cell: ({ row }) => <span className="tabular-nums">Row {row}</span>,
  },
  {
    id: "name",
    header: "Beneficiary",
    card: "lead",
    cell: ({ name, accountLast4 }) => (
      <span className="block truncate">
        {name ?? NONE}
        {accountLast4 && <span className="text-ink-faint tabular-nums"> •••• {accountLast4}</span>}
      </span>
    ),
  },
  {
    id: "sent",
    header: "Will be sent",
    width: "w-32",
    cell: ({ isAccepted }) => (isAccepted ? "Yes" : <span className="text-negative-ink">No</span>),
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "w-44",
    card: "figure",
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? (
        NONE
      ) : (
        <Money amount={amount} currency={currency} className="font-medium" />
      ),
  },
];

const TOTALS: readonly Column<Total>[] = [
  { id: "currency", header: "Currency", width: "w-28", card: "lead", cell: (row) => row.currency },
  {
    id: "rows",
    header: "Rows",
    align: "right",
    width: "w-24",
    cell: ({ rows }) => <span className="tabular-nums">{countText(rows)}</span>,
  },
  {
    id: "amount",
    header: "In the file",
    align: "right",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: "accepted",
    header: "Will be sent",
    align: "right",
    card: "figure",
    cell: ({ accepted, currency }) => (
      <Money amount={accepted} currency={currency} className="font-medium" />
    ),
  },
];
