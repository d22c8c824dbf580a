import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { dateText } from "#components/time/period-text.ts";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import type { BankView, MovementView } from "#lib/dashboard/views/bank-statements.ts";
import { kindLabel, objectHref } from "./bank-labels.ts";

/** Settlements and payouts whose day a statement covers, and that are on none. */
export function MissingTable({ bank, mode }: { bank: BankView; mode: string }) {
  const { movements, total } = bank.missing;
  if (bank.total === 0) return null;
  const shown = movements.length;
  return (
    <Section
      className="mt-10"
      title={
        total === 0
          ? "Nothing is missing on the statements"
          : `Not on a statement: ${countText(total)}`
      }
      note={
        total === 0
          ? "Every settlement and payout of the covered days is matched with a line."
          : `Recorded here on a day that a statement covers, and matched with no line.${shown < total ? ` The ${shown} latest are shown.` : ""}`
      }
    >
      {total > 0 && (
        <DataTable
          compact
          caption="Settlements and payouts that are on no statement, latest first"
          columns={COLUMNS}
          rows={movements}
          rowKey={(row) => row.id}
          rowHref={(row) => objectHref(mode, row.kind, row.objectId)}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<MovementView>[] = [
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "w-32",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} sign="always" />,
  },
  {
    id: "kind",
    header: "What",
    width: "w-36",
    card: "figure",
    apart: true,
    cell: (row) => kindLabel(row.kind),
  },
  {
    id: "id",
    header: "Id",
    width: "w-44",
    from: "xl",
    interactive: true,
    cell: (row) => <ShortId id={row.objectId} className="text-ink-muted" />,
  },
  {
    id: "reference",
    header: "Reference",
    cell: (row) => (
      <span className="block truncate">
        {row.reference}
        {row.name && <span className="text-ink-faint"> · {row.name}</span>}
      </span>
    ),
  },
  {
    id: "day",
    header: "Day (UTC)",
    align: "right",
    width: "w-28",
    cell: (row) => <span className="tabular-nums">{dateText(row.day)}</span>,
  },
];
