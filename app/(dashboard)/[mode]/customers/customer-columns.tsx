import { Instrument } from "#components/payments/instrument.tsx";
import { countryName } from "#components/payments/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { CustomerListItemView } from "#lib/dashboard/views/customers.ts";

const none = <span className="text-ink-faint">None</span>;

/** Who they are, with what they pay, how much they buy. */
export const CUSTOMER_COLUMNS: readonly Column<CustomerListItemView, ListColumn<"customers">>[] = [
  {
    id: "name",
    header: "Customer",
    width: "w-44",
    card: "lead",
    cell: (row) => <span className="font-medium">{row.name ?? row.email ?? "No name"}</span>,
  },
  {
    id: "email",
    header: "E-mail",
    cell: (row) => row.email ?? none,
  },
  {
    id: "country",
    header: "Country",
    width: "w-32",
    from: "xl",
    cell: (row) => (row.country ? countryName(row.country) : none),
  },
  {
    id: "card",
    header: "Pays with",
    width: "w-42",
    from: "lg",
    cell: (row) => (row.instrument.last4 ? <Instrument {...row.instrument} /> : none),
  },
  {
    id: "payments",
    header: "Payments",
    width: "w-22",
    align: "right",
    card: "figure",
    cell: (row) => (
      <span className="tabular-nums">
        {row.payments.toLocaleString("en")}
        <span className="text-12 font-normal text-ink-faint md:hidden">
          {row.payments === 1 ? " payment" : " payments"}
        </span>
      </span>
    ),
  },
  {
    id: "last",
    header: "Last payment",
    width: "w-32",
    align: "right",
    cell: (row) => <Timestamp value={row.lastPaymentAt} />,
  },
  {
    id: "id",
    header: "Id",
    width: "w-44",
    from: "2xl",
    apart: true,
    card: "none",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="customer id" className="text-ink-muted" />,
  },
];
