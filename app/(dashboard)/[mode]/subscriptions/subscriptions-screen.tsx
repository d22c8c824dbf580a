"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { CreateSubscription } from "./create-subscription.tsx";
import { SUBSCRIPTION_COLUMNS } from "./subscription-columns.tsx";
import { SUBSCRIPTION_FILTERS } from "./subscription-filters.ts";

/** Every subscription of the mode. The filters are in the address. */
export function SubscriptionsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(SUBSCRIPTION_FILTERS);
  const columns = useColumns(SUBSCRIPTION_COLUMNS, "subscriptions");
  const query = useQuery({
    ...read("/:mode/subscriptions", { mode }, { ...filters.values, ...columns.asked }),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Subscriptions"
      noun="subscriptions"
      path="/:mode/subscriptions"
      query={query}
      page={list}
      rows={list?.subscriptions}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/subscriptions/${row.id}`}
      actions={
        session.may.includes("manage_payments") && (
          <CreateSubscription trigger={<Button variant="primary">Create subscription</Button>} />
        )
      }
      empty={<NoSubscriptions />}
    />
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
    <NothingYet
      noun="subscriptions"
      teach={
        <CodeBlock title="Subscribe a customer" snippets={[{ language: "curl", code }]} wrap />
      }
    >
      A subscription charges a plan period by period, retries declined payments, and sends events to
      your endpoints. It needs a customer and a plan:
    </NothingYet>
  );
}
