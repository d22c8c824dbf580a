"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { schemeName } from "#components/payments/bank-labels.ts";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import type { Column } from "#components/table/columns.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { later } from "#components/ui/later.tsx";
import { Status } from "#components/ui/status.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { MandateListItemView } from "#lib/dashboard/views/mandates.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { MANDATE_FILTERS } from "./mandate-filters.ts";

/** Only in an empty list. */
const SampleCall = later<{ title?: string; code: string }>(() =>
  import("../shared/sample-call.tsx").then(({ SampleCall }) => SampleCall),
);

/** Every mandate of the mode. The filters are in the address. */
export function MandatesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(MANDATE_FILTERS);
  const columns = useColumns(MANDATE_COLUMNS, "mandates");
  const query = useQuery({
    ...read("/:mode/mandates", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Mandates"
      noun="mandates"
      path="/:mode/mandates"
      query={query}
      page={list}
      rows={list?.mandates}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/mandates/${row.id}`}
      empty={<NoMandates />}
    />
  );
}

function NoMandates() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/payment_methods \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" -H "Idempotency-Key: account-1" \\
  -d type=sepa_debit -d "sepa_debit[iban]=DE89370400440532013000"

curl ${origin}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" -H "Idempotency-Key: debit-1" \\
  -d amount=1999 -d currency=EUR -d method=sepa_debit -d payment_method=pm_…`;
  return (
    <NothingYet
      noun="mandates"
      teach={
        mode === "test" && (
          <SampleCall title="A first debit, which creates the mandate" code={code} />
        )
      }
    >
      A mandate is a payer's permission to be debited. The first debit of a bank account creates it:
    </NothingYet>
  );
}

/** Mandates with customer and number of debits. */
const MANDATE_COLUMNS: readonly Column<MandateListItemView, ListColumn<"mandates">>[] = [
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
