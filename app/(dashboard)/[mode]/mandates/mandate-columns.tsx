import { schemeName } from "#components/payments/bank-labels.ts";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { MandateListItemView } from "#lib/dashboard/views/mandates.ts";

/** Every mandate, with whose it is and what it debits. */
export const MANDATE_COLUMNS: readonly Column<MandateListItemView, ListColumn<"mandates">>[] = [
  {
    id: "reference",
    header: "Reference",
    width: "w-44 xl:w-56",
    card: "lead",
    cell: (row) => <code className="truncate font-mono text-12">{row.reference}</code>,
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
    id: "scheme",
    header: "Scheme",
    width: "w-28",
    from: "xl",
    cell: (row) => schemeName(row.scheme),
  },
  {
    id: "source",
    header: "Debits",
    width: "w-44",
    cell: (row) => <Instrument {...row.source} />,
  },
  { id: "customer", header: "Customer", cell: (row) => <CustomerName customer={row.customer} /> },
  {
    id: "accepted",
    header: "Accepted",
    align: "right",
    width: "w-28",
    from: "lg",
    cell: (row) => <Timestamp value={row.acceptedAt} form="list" />,
  },
];
