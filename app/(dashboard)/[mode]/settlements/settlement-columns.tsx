import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { codeLabel } from "#components/payments/labels.ts";
import { bpText, costBp } from "#components/settlements/figures.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { SettlementListItemView } from "#lib/dashboard/views/settlements.ts";
import { moneyColumn, textColumn, timeColumn } from "../shared/optional-columns.tsx";
import { ArrivalDay } from "./arrival-day.tsx";

type SettlementColumn = Column<SettlementListItemView, ListColumn<"settlements">>;

/** Settlements with arrival and the parts of their sum. */
export const SETTLEMENT_COLUMNS: readonly SettlementColumn[] = [
  {
    id: "net",
    sort: "net",
    header: "Net",
    align: "right",
    width: "w-34",
    card: "lead",
    cell: (row) => <Money amount={row.net} currency={row.currency} className="font-medium" />,
  },
  {
    id: "status",
    header: "Status",
    width: "w-32",
    card: "figure",
    apart: true,
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "arrival",
    sort: "arrival",
    header: "Arrival",
    width: "w-34 lg:w-40",
    cell: (row) => <ArrivalDay day={row.arrivalDate} status={row.status} />,
  },
  {
    id: "reference",
    header: "Bank reference",
    width: "w-42",
    from: "2xl",
    cell: (row) =>
      row.bankReference && (
        <code className="font-mono text-12 text-ink-muted">{row.bankReference}</code>
      ),
  },
  {
    id: "gross",
    header: "Gross",
    card: "none",
    align: "right",
    from: "xl",
    cell: (row) => <Money amount={row.gross} currency={row.currency} />,
  },
  {
    id: "fee",
    header: "Fees",
    card: "none",
    align: "right",
    width: "w-42",
    from: "lg",
    cell: (row) => <Fees row={row} />,
  },
  {
    id: "count",
    header: "Transactions",
    card: "none",
    align: "right",
    width: "w-28",
    from: "3xl",
    cell: (row) => <span className="tabular-nums">{countText(row.transactionCount)}</span>,
  },
  {
    id: "id",
    header: "Settlement",
    width: "w-40",
    from: "xl",
    card: "none",
    apart: true,
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="settlement id" className="text-ink-muted" />,
  },
  {
    id: "cutOff",
    sort: "created",
    header: "Cut-off",
    align: "right",
    width: "w-28",
    card: "none",
    cell: (row) => <Timestamp value={row.periodEnd} form="short" />,
  },
  textColumn("currency", "Currency", { of: (row) => row.currency, width: "w-24" }),
  moneyColumn("interchange", "Interchange", { of: (row) => row.interchange }),
  moneyColumn("schemeFee", "Scheme fees", { of: (row) => row.schemeFee }),
  moneyColumn("markup", "Markup", { of: (row) => row.markup }),
  moneyColumn("commission", "Commission", { of: (row) => row.commission }),
  moneyColumn("disputeFees", "Dispute fees", { of: (row) => row.disputeFees }),
  moneyColumn("refunds", "Refunds", { of: (row) => row.refunds }),
  moneyColumn("chargebacks", "Chargebacks", { of: (row) => row.chargebacks }),
  moneyColumn("adjustments", "Adjustments", { of: (row) => row.adjustments }),
  textColumn("bankAccount", "Bank account", { of: (row) => `•••• ${row.bankAccountLast4}` }),
  timeColumn("periodStart", "Period start", { of: (row) => row.periodStart }),
  timeColumn("paidAt", "Paid", { of: (row) => row.paidAt }),
  textColumn("failure", "Failure", { of: (row) => row.failureReason, label: codeLabel }),
];

function Fees({ row }: { row: SettlementListItemView }) {
  const cost = costBp(BigInt(row.fee), BigInt(row.gross));
  return (
    <span className="inline-flex items-baseline gap-2 whitespace-nowrap">
      {cost !== null && <span className="text-12 text-ink-faint tabular-nums">{bpText(cost)}</span>}
      <Money amount={`-${row.fee}`} currency={row.currency} />
    </span>
  );
}
