"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { CreateSubscription } from "./create-subscription.tsx";
import { SUBSCRIPTION_COLUMNS } from "./subscription-columns.tsx";
import { SUBSCRIPTION_FILTERS } from "./subscription-filters.ts";

/** Every subscription of the mode; what narrows the list stands in the address. */
export function SubscriptionsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(SUBSCRIPTION_FILTERS);
  const columns = useColumns(SUBSCRIPTION_COLUMNS);
  const query = useQuery({
    ...read("/:mode/subscriptions", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Subscriptions"
        count={list?.total}
        actions={
          session.may.includes("manage_payments") && (
            <CreateSubscription trigger={<Button variant="primary">Create subscription</Button>} />
          )
        }
      />
      {!none && (
        <FilterBar
          filters={filters}
          names={list?.names}
          actions={
            <ListTools
              path={`/${mode}/subscriptions`}
              what="subscriptions"
              total={list?.total}
              filters={filters.values}
              columns={columns}
            />
          }
        />
      )}
      {query.error && !list ? (
        <ListError
          error={query.error}
          what="The subscriptions"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Subscriptions, newest first"
          columns={columns.shown}
          rows={list?.subscriptions}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/subscriptions/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={12}
          empty={
            none ? (
              <NoSubscriptions />
            ) : (
              <NothingFound what="subscriptions" onClear={filters.clear} />
            )
          }
        />
      )}
      {list && (
        <Pagination
          previousHref={filters.pageHref({ before: list.newer })}
          nextHref={filters.pageHref({ after: list.older })}
        />
      )}
    </>
  );
}

function NoSubscriptions() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/subscriptions \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: subscription-7" \\
  -d customer=cus_… -d plan=plan_… -d payment_method=pm_…`;
  return (
    <EmptyState
      title={`No subscriptions in ${mode} mode yet`}
      teach={
        <CodeBlock title="Subscribe a customer" snippets={[{ language: "curl", code }]} wrap />
      }
    >
      A subscription charges a plan period by period, tries again when a card declines, and tells
      your endpoints. It needs a customer and a plan:
    </EmptyState>
  );
}
