"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { entryHref, SETTLED_COLUMNS } from "../../balance/entry-columns.tsx";
import { List } from "../../shared/list-screen.tsx";
import { ROW_FILTERS } from "./row-filters.ts";

/** Every balance transaction of the settlement. A row opens the object that moved the money. */
export function SettlementRows({ settlement }: { settlement: SettlementView }) {
  const { mode } = useSession();
  const filters = useUrlFilters(ROW_FILTERS);
  const columns = useColumns(SETTLED_COLUMNS, "settledEntries");

  const query = useQuery({
    ...read("/:mode/settlements/:id/rows", { mode, id: settlement.id }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <List
      noun="transactions"
      path="/:mode/settlements/:id/rows"
      of={settlement.id}
      query={query}
      page={list}
      rows={list?.entries}
      columns={columns}
      filters={filters}
      rowHref={(row) => entryHref(mode, row)}
      caption="Transactions of this settlement, newest first"
      filterActions={
        filters.active &&
        list && (
          <span className="text-13 text-ink-muted tabular-nums">
            {countText(list.total)} of {countText(settlement.transactionCount)}
          </span>
        )
      }
      empty={<EmptyState title="No transactions">This settlement has no transactions.</EmptyState>}
    />
  );
}
