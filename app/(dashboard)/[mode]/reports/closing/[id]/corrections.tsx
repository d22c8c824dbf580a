import { useQuery } from "@tanstack/react-query";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { ClosingDetailView, CorrectionView } from "#lib/dashboard/views/closings.ts";
import type { CorrectionChange } from "#lib/kernel/vocabulary/closings.ts";
import { useSession } from "../../../../session.tsx";
import { ListTools } from "../../../shared/list-tools.tsx";
import { FILE_LABELS } from "../file-labels.ts";

const CHANGES: Record<CorrectionChange, string> = {
  added: "Added",
  missing: "No longer in the month",
  changed: "Changed",
};

const amount = (minor: string | null, currency: string) =>
  minor === null ? null : <Money amount={minor} currency={currency} />;

const COLUMNS: readonly Column<CorrectionView, ListColumn<"corrections">>[] = [
  {
    id: "row",
    header: "Row",
    card: "lead",
    cell: (row) => <code className="block truncate font-mono text-12">{row.row}</code>,
  },
  { id: "file", header: "File", width: "w-44", cell: (row) => FILE_LABELS[row.file] },
  {
    id: "change",
    header: "Change",
    width: "w-52",
    cell: (row) =>
      [CHANGES[row.change], row.columns.map((name) => name.replaceAll("_", " ")).join(", ")]
        .filter(Boolean)
        .join(": "),
  },
  {
    id: "before",
    header: "In the file",
    align: "right",
    width: "w-36",
    cell: (row) => amount(row.amountBefore, row.currency),
  },
  {
    id: "now",
    header: "Now",
    align: "right",
    width: "w-36",
    card: "figure",
    cell: (row) => amount(row.amountNow, row.currency),
  },
  {
    id: "found",
    header: "Found",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.foundAt} />,
  },
];

/** Rows of the closed files that are different now: sums per file and currency, and the first 100 rows. */
export function Corrections({ closing }: { closing: ClosingDetailView }) {
  const { mode } = useSession();
  const { data } = useQuery({
    ...read("/:mode/closings/:id/corrections", { mode, id: closing.id }),
    // A later check may have found others.
    refetchInterval: closing.checkIsDue ? 1_000 : false,
  });
  const total = data?.total ?? 0;
  return (
    <Section
      title={total > 0 ? `Corrections: ${countText(total)}` : "Corrections"}
      note="Rows that are different now. The files above do not change."
      actions={
        total > 0 && (
          <ListTools
            path="/:mode/closings/:id/corrections"
            of={closing.id}
            what="corrections"
            total={total}
            orMore={!closing.checkComplete}
            filters={undefined}
            columns={undefined}
          />
        )
      }
    >
      {!closing.checkComplete && (
        <Banner tone="warning">
          Too much is different to list every row. The sums count the listed rows only.
        </Banner>
      )}
      <ul className="mb-4 flex flex-col gap-1">
        {closing.totals.map(({ kind, currency, count, amount: sum }) => (
          <li key={`${kind} ${currency}`} className="text-13">
            {FILE_LABELS[kind]}: {countText(count)} {count === 1 ? "row" : "rows"},{" "}
            <Money amount={sum} currency={currency} sign="always" />
          </li>
        ))}
      </ul>
      <DataTable
        caption="Corrections, newest first"
        columns={COLUMNS}
        rows={data?.corrections}
        rowKey={(row) => row.id}
        expectedRows={3}
        empty={
          <EmptyState title={closing.checkedAt ? "No corrections" : "Not checked yet"}>
            {closing.checkedAt
              ? "Everything that belongs to the month is in its files."
              : "The month is compared with its files every day. Check for corrections compares it now."}
          </EmptyState>
        }
      />
    </Section>
  );
}
