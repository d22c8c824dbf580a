"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { INVOICE_COLUMNS } from "./invoice-columns.tsx";
import { INVOICE_FILTERS } from "./invoice-filters.ts";

/** Every invoice of the mode. The filters are in the address. */
export function InvoicesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(INVOICE_FILTERS);
  const columns = useColumns(INVOICE_COLUMNS, "invoices");
  const query = useQuery({
    ...read("/:mode/invoices", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Invoices"
      noun="invoices"
      path="/:mode/invoices"
      sums={{
        path: "/:mode/invoices",
        what: "Amounts due of all invoices that match, paid or not.",
      }}
      query={query}
      page={list}
      rows={list?.invoices}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/invoices/${row.id}`}
      empty={<NoInvoices />}
    />
  );
}

function NoInvoices() {
  const { mode } = useSession();
  return (
    <NothingYet
      noun="invoices"
      action={<TextLink href={`/${mode}/subscriptions`}>View subscriptions</TextLink>}
    >
      Each period of a subscription creates an invoice, numbered without gaps, and collects it.
    </NothingYet>
  );
}
