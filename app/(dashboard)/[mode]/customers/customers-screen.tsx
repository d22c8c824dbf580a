"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { Instrument } from "#components/payments/instrument.tsx";
import { countryName } from "#components/payments/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { CustomerListItemView } from "#lib/dashboard/views/customers.ts";
import { useSession } from "../../session.tsx";
import { ChosenRows } from "../shared/chosen-rows.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { textColumn, timeColumn } from "../shared/optional-columns.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { CUSTOMER_FILTERS } from "./customer-filters.ts";

/** Every customer of the mode. The filters are in the address. */
export function CustomersScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(CUSTOMER_FILTERS);
  const columns = useColumns(CUSTOMER_COLUMNS, "customers");
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const query = useQuery({
    ...read("/:mode/customers", { mode }, { ...filters.values, ...columns.asked }),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Customers"
      noun="customers"
      path="/:mode/customers"
      query={query}
      page={list}
      rows={list?.customers}
      columns={columns}
      selection={session.may.includes("download_reports") ? selection : undefined}
      belowTable={
        <ChosenRows
          path="/:mode/customers"
          selection={selection}
          columns={columns}
          bulk={{ list: "customers", filter: withoutCursors(filters.values), total: list?.total }}
        />
      }
      filters={filters}
      rowHref={(row) => `/${mode}/customers/${row.id}`}
      empty={<NoCustomers />}
    />
  );
}

function NoCustomers() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/customers \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: customer-7" \\
  -d name="Ada Byron" -d email=ada@mail.example -d country=GB`;
  return (
    <NothingYet
      noun="customers"
      teach={<CodeBlock title="Create a customer" snippets={[{ language: "curl", code }]} wrap />}
    >
      A customer links payments and saved cards to one person. Create one, then name it in a
      payment:
    </NothingYet>
  );
}

const none = <span className="text-ink-faint">None</span>;

/** Customers with their payment method and number of payments. */
const CUSTOMER_COLUMNS: readonly Column<CustomerListItemView, ListColumn<"customers">>[] = [
  {
    id: "name",
    sort: "name",
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
        {countText(row.payments)}
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
  { ...timeColumn("created", "Created", { of: (row) => row.createdAt }), sort: "created" },
  textColumn("tags", "Tags"),
  timeColumn("updated", "Updated"),
];
