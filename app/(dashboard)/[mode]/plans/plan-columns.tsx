import { intervalLabel } from "#components/billing/labels.ts";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Badge } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { PlanListItemView } from "#lib/dashboard/views/billing.ts";
import { RetirePlan } from "./retire-plan.tsx";

/** Plans with price, interval and number of subscribers. */
export const PLAN_COLUMNS: readonly Column<PlanListItemView, ListColumn<"plans">>[] = [
  {
    id: "name",
    header: "Plan",
    card: "lead",
    cell: (row) => (
      <span className="inline-flex items-center gap-2 font-medium">
        {row.name}
        {!row.active && <Badge>Retired</Badge>}
      </span>
    ),
  },
  {
    id: "amount",
    header: "Price",
    width: "w-32",
    align: "right",
    card: "figure",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "interval",
    header: "Billed",
    width: "w-36",
    apart: true,
    cell: (row) => intervalLabel(row),
  },
  {
    id: "trial",
    header: "Trial",
    phoneLabel: "Trial",
    width: "w-24",
    from: "xl",
    cell: (row) =>
      row.trialDays > 0 ? `${row.trialDays} days` : <span className="text-ink-faint">None</span>,
  },
  {
    id: "subscribers",
    header: "Subscriptions",
    width: "w-28",
    align: "right",
    cell: (row) => <span className="tabular-nums">{countText(row.subscribers)}</span>,
  },
  {
    id: "created",
    header: "Created",
    width: "w-32",
    align: "right",
    from: "xl",
    cell: (row) => <Timestamp value={row.createdAt} />,
  },
  {
    id: "id",
    header: "Id",
    width: "w-44",
    from: "2xl",
    apart: true,
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="plan id" className="text-ink-muted" />,
  },
  {
    id: "do",
    header: "Availability",
    width: "w-28",
    align: "right",
    interactive: true,
    cell: (row) => <RetirePlan plan={row} />,
  },
];
