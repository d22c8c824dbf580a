import { intervalLabel, unitsLabel } from "#components/billing/labels.ts";
import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { SubscriptionListItemView } from "#lib/dashboard/views/billing.ts";
import { idColumn, textColumn, timeColumn } from "../shared/optional-columns.tsx";

type SubscriptionColumn = Column<SubscriptionListItemView, ListColumn<"subscriptions">>;

const CUSTOMER: SubscriptionColumn = {
  id: "customer",
  header: "Customer",
  card: "lead",
  cell: (row) => (
    <span className="font-medium">
      <CustomerName customer={row.customer} />
    </span>
  ),
};

const REST: readonly SubscriptionColumn[] = [
  {
    id: "plan",
    header: "Plan",
    cell: (row) => unitsLabel(row.quantity, row.plan.name),
  },
  {
    id: "status",
    header: "Status",
    width: "w-28",
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "amount",
    header: "Per period",
    width: "w-36 lg:w-40",
    align: "right",
    card: "figure",
    cell: (row) => (
      <span>
        <Money amount={row.amount} currency={row.plan.currency} className="font-medium" />
        <span className="text-ink-faint"> {intervalLabel(row.plan)}</span>
      </span>
    ),
  },
  {
    id: "next",
    header: "Next",
    width: "w-38 lg:w-44",
    apart: true,
    cell: (row) => <Next row={row} />,
  },
  {
    id: "method",
    header: "Paid with",
    width: "w-40",
    from: "xl",
    cell: (row) => <Instrument {...row.instrument} />,
  },
  {
    id: "id",
    header: "Id",
    width: "w-40",
    from: "xl",
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="subscription id" className="text-ink-muted" />,
  },
];

export const SUBSCRIPTION_COLUMNS: readonly SubscriptionColumn[] = [
  CUSTOMER,
  ...REST,
  textColumn("email", "E-mail", { of: (row) => row.customer.email, width: "w-48" }),
  textColumn("quantity", "Quantity", { of: (row) => String(row.quantity), width: "w-24" }),
  timeColumn("started", "Period started"),
  timeColumn("trialEnd", "Trial ends"),
  idColumn("mandate", "Mandate"),
  { ...timeColumn("created", "Created", { of: (row) => row.createdAt }), sort: "created" },
];

/** Without the customer, for the page of one customer. */
export const OWN_SUBSCRIPTION_COLUMNS: readonly SubscriptionColumn[] = REST.slice(0, 4).map(
  (column) => (column.id === "plan" ? { ...column, card: "lead" } : column),
);

/** The next date and what happens then. */
function Next({ row }: { row: SubscriptionListItemView }) {
  const at = (label: string, value: string | null) => (
    <span className="whitespace-nowrap">
      <span className="text-ink-faint">{label} </span>
      <Timestamp value={value} />
    </span>
  );
  if (row.status === "past_due") {
    return row.nextAttemptAt ? (
      at("tries", row.nextAttemptAt)
    ) : (
      <span className="text-ink-faint">needs another card</span>
    );
  }
  if (row.status === "active" || row.status === "trialing") {
    return at(row.cancelAtPeriodEnd ? "ends" : "renews", row.currentPeriodEnd);
  }
  return row.canceledAt ? (
    at("ended", row.canceledAt)
  ) : (
    <span className="text-ink-faint">None</span>
  );
}
