"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NoSettlements } from "./no-settlements.tsx";
import { SETTLEMENT_COLUMNS } from "./settlement-columns.tsx";
import { SETTLEMENT_FILTERS } from "./settlement-filters.ts";

/** Every settlement of the mode. The filters are in the address. */
export function SettlementsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(SETTLEMENT_FILTERS);
  const columns = useColumns(SETTLEMENT_COLUMNS, "settlements");
  const query = useQuery({
    ...read("/:mode/settlements", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Settlements"
      noun="settlements"
      path="/:mode/settlements"
      sums={{
        path: "/:mode/settlements",
        what: "Net of all settlements that match, also failed ones.",
      }}
      query={query}
      page={list}
      rows={list?.settlements}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/settlements/${row.id}`}
      actions={<ButtonLink href={`/${mode}/reports/settlement`}>View arrivals</ButtonLink>}
      empty={<NoSettlements />}
    />
  );
}
