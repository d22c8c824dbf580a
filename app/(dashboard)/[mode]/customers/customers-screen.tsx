"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { type CustomerListView, read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { CUSTOMER_COLUMNS } from "./customer-columns.tsx";
import { CUSTOMER_FILTERS } from "./customer-filters.ts";

/** Every customer of the mode. The filters are in the address. */
export function CustomersScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(CUSTOMER_FILTERS);
  const columns = useColumns(CUSTOMER_COLUMNS);
  const query = useQuery({
    ...read<CustomerListView>(`/${mode}/customers`, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Customers"
      noun="customers"
      path={`/${mode}/customers`}
      query={query}
      page={list}
      rows={list?.customers}
      columns={columns}
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
