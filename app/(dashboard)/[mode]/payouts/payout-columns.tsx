import { Money } from "#components/money/money.tsx";
import { codeLabel } from "#components/payments/labels.ts";
import { railName, shortAccount, shownStatus } from "#components/payouts/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { PayoutListItemView } from "#lib/dashboard/views/payouts.ts";
import { countryColumn, idColumn, textColumn, timeColumn } from "../shared/optional-columns.tsx";

/** Payouts with amount, beneficiary and state. */
export const PAYOUT_COLUMNS: readonly Column<PayoutListItemView, ListColumn<"payouts">>[] = [
  {
    id: "amount",
    sort: "amount",
    header: "Amount",
    align: "right",
    width: "w-28",
    card: "lead",
    cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
  },
  {
    id: "status",
    header: "Status",
    width: "w-40 lg:w-48",
    card: "figure",
    apart: true,
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <Status status={shownStatus(row)} />
        {row.reason && (
          <span
            className="truncate text-12 text-ink-muted md:hidden lg:inline"
            title={row.reason.message}
          >
            {row.reason.code} {row.reason.message}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "beneficiary",
    header: "Beneficiary",
    cell: (row) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate">{row.beneficiary.name}</span>
        <span className="shrink-0 text-12 text-ink-faint tabular-nums">
          {shortAccount(row.beneficiary)}
        </span>
      </span>
    ),
  },
  {
    id: "rail",
    header: "Rail",
    width: "w-36",
    from: "xl",
    cell: (row) => railName(row.rail),
  },
  {
    id: "reference",
    header: "Reference",
    width: "w-36",
    from: "xl",
    card: "none",
    cell: (row) =>
      row.reference ? (
        <span className="truncate">{row.reference}</span>
      ) : (
        <span className="text-ink-faint">None</span>
      ),
  },
  {
    id: "id",
    header: "Payout",
    width: "w-40",
    from: "xl",
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="payout id" className="text-ink-muted" />,
  },
  {
    id: "created",
    sort: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
  textColumn("account", "Account", {
    of: ({ beneficiary }) => beneficiary.iban ?? beneficiary.accountNumber,
    width: "w-52",
  }),
  textColumn("bic", "BIC", { of: (row) => row.beneficiary.bic }),
  countryColumn("country", "Country", { of: (row) => row.beneficiary.country }),
  textColumn("arrival", "Arrival", { of: (row) => row.arrivalDate, width: "w-28" }),
  textColumn("approval", "Approval", { of: (row) => row.approval, label: codeLabel }),
  idColumn("batch", "Batch", { of: (row) => row.batch?.id ?? null }),
  textColumn("payee", "Payee check", { label: codeLabel }),
  textColumn("endToEnd", "End-to-end id", { width: "w-48" }),
  timeColumn("sent", "Sent"),
  textColumn("tags", "Tags"),
  timeColumn("updated", "Updated", { of: (row) => row.updatedAt }),
];
