import { CircleCheck, Trash2, TriangleAlert } from "lucide-react";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { countOf } from "#components/payouts/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Section } from "#components/ui/section.tsx";
import type { BankView, StatementListItemView } from "#lib/dashboard/views/bank-statements.ts";
import { accountLabel, daysLabel, formatLabel, gapLabel } from "./bank-labels.ts";

type Props = {
  bank: BankView;
  mode: string;
  /** Undefined for members who may not. */
  onRemove: ((statement: StatementListItemView) => void) | undefined;
};

/** The statements with their balances, and what is missing between them. */
export function StatementTable({ bank, mode, onRemove }: Props) {
  const { statements, total } = bank;
  const shown = statements.length;
  return (
    <Section
      title="Statements"
      note={shown < total ? `The ${shown} latest of ${countText(total)}` : undefined}
    >
      <DataTable
        caption="Bank statements, latest first"
        columns={columns(onRemove)}
        rows={statements}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/reports/bank?statement=${row.id}`}
      />
    </Section>
  );
}

const columns = (onRemove: Props["onRemove"]): readonly Column<StatementListItemView>[] => [
  {
    id: "days",
    header: "Days",
    width: "w-44 xl:w-52",
    card: "lead",
    cell: (row) => (
      <span className="block py-1.5 tabular-nums">
        <span className="block truncate font-medium">{daysLabel(row.fromDay, row.toDay)}</span>
        <span className="block truncate text-12 font-normal text-ink-faint">
          {accountLabel(row.bankAccount)} · {formatLabel(row.format)}
        </span>
      </span>
    ),
  },
  {
    id: "opening",
    header: "Opening",
    align: "right",
    width: "w-32",
    from: "xl",
    cell: (row) => <Money amount={row.opening} currency={row.currency} />,
  },
  {
    id: "movement",
    header: "Lines",
    align: "right",
    width: "w-32",
    from: "xl",
    cell: (row) => <Money amount={row.movement} currency={row.currency} sign="always" />,
  },
  {
    id: "closing",
    header: "Closing",
    align: "right",
    width: "w-32",
    card: "figure",
    cell: (row) => <Money amount={row.closing} currency={row.currency} />,
  },
  {
    id: "check",
    header: "Check",
    apart: true,
    cell: (row) => <Check statement={row} />,
  },
  {
    id: "matched",
    header: "Matched",
    align: "right",
    width: "w-24",
    from: "lg",
    cell: ({ counts, lineCount }) => (
      <span className="tabular-nums">
        {counts.matched + counts.set_aside} of {lineCount - counts.twice}
        {counts.twice > 0 && (
          <span className="block text-12 text-ink-faint">{counts.twice} counted before</span>
        )}
      </span>
    ),
  },
  ...(onRemove
    ? [
        {
          id: "remove",
          header: "Remove",
          align: "right",
          width: "w-16",
          interactive: true,
          cell: (row: StatementListItemView) => (
            <IconButton
              label={`Remove the statement of ${daysLabel(row.fromDay, row.toDay)}`}
              onClick={() => onRemove(row)}
            >
              <Trash2 className="size-3.5" aria-hidden />
            </IconButton>
          ),
        } as const,
      ]
    : []),
];

/** That the balances and lines add up is a condition of being here; what can be missing is another statement. */
function Check({ statement }: { statement: StatementListItemView }) {
  const gap = gapLabel(statement);
  if (gap) {
    return (
      <span className="flex items-start gap-1.5 py-1.5 whitespace-normal text-warning-ink">
        <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
        <span className="min-w-0 text-12">{gap}</span>
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5 text-positive-ink">
      <CircleCheck className="size-3.5 shrink-0" aria-hidden />
      <span>Adds up</span>
      <span className="text-12 text-ink-faint">{countOf(statement.lineCount, "line")}</span>
    </span>
  );
}
