"use client";

import { useQuery } from "@tanstack/react-query";
import { intervalLabel, unitsLabel } from "#components/billing/labels.ts";
import { QueryState } from "#components/data/query-state.tsx";
import { countText } from "#components/format/locale.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import { useSession } from "../../../session.tsx";
import { OWN_INVOICE_COLUMNS } from "../../invoices/invoice-columns.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { scenariosOfSubscription } from "../../shared/scenarios.ts";
import { SimulateMenu } from "../../shared/simulate-menu.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { CancelSubscription } from "./cancel-subscription.tsx";
import { ChangeMethod } from "./change-method.tsx";
import { ChangePlan } from "./change-plan.tsx";
import { DunningLadder } from "./dunning-ladder.tsx";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import { subscriptionTimeline } from "./subscription-timeline.tsx";

const POLL_MS = 4_000;

/** One subscription: amounts and dates, payment state, and everything that happened. */
export function SubscriptionScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/subscriptions/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data?.status === "incomplete" ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The subscription" loading={<DetailLoading />}>
      {(subscription) => <Subscription subscription={subscription} />}
    </QueryState>
  );
}

const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

function Subscription({ subscription }: { subscription: SubscriptionView }) {
  const { mode } = useSession();
  const { id, customer, plan, quantity, status } = subscription;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Subscriptions", href: `/${mode}/subscriptions` }, { label: id }]}
        title={unitsLabel(quantity, plan.name)}
        beside={<Status status={status} />}
        note={
          <TextLink href={`/${mode}/customers/${customer.id}`}>
            {customer.name ?? customer.email ?? customer.id}
          </TextLink>
        }
        actions={
          <>
            <SimulateMenu id={id} scenarios={scenariosOfSubscription(subscription)} />
            {!ENDED.has(status) && (
              <>
                <ChangeMethod subscription={subscription} />
                <ChangePlan subscription={subscription} />
                <CancelSubscription subscription={subscription} />
              </>
            )}
          </>
        }
      />
      <Tabs
        label="Views of the subscription"
        tabs={[
          {
            value: "overview",
            label: "Overview",
            content: <Overview subscription={subscription} />,
          },
          {
            value: "json",
            label: "JSON",
            content: (
              <ObjectJson path="/:mode/subscriptions/:id/json" id={id} noun="Subscription" />
            ),
          },
        ]}
      />
    </>
  );
}

function Overview({ subscription }: { subscription: SubscriptionView }) {
  const { mode } = useSession();
  const { invoices, invoicesTotal, id } = subscription;
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <Waiting subscription={subscription} />
        <Figures subscription={subscription} />
        <DunningLadder subscription={subscription} />
        <Section title="Invoices">
          <DataTable
            caption="Invoices of this subscription, newest first"
            columns={OWN_INVOICE_COLUMNS}
            rows={invoices}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/invoices/${row.id}`}
            empty={
              <p className="text-13 text-ink-muted">No invoices yet: nothing was charged so far.</p>
            }
          />
          {invoicesTotal > invoices.length && (
            <p className="pt-3 text-13">
              <TextLink href={`/${mode}/invoices?subscription=${id}`}>
                View all {countText(invoicesTotal)} invoices
              </TextLink>
            </p>
          )}
        </Section>
        <Section title="What happened" actions={<TimelineLink id={subscription.id} />}>
          <Timeline
            label="What happened, newest first"
            entries={subscriptionTimeline(subscription, mode)}
          />
        </Section>
      </div>
      <SubscriptionFacts subscription={subscription} />
    </div>
  );
}

/** Says who has to act. */
function Waiting({ subscription }: { subscription: SubscriptionView }) {
  const { status, redirectUrl, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (redirectUrl) {
    return (
      <Banner tone="warning" title="The payer has to confirm the payment">
        Send them to <TextLink href={redirectUrl}>their bank's page</TextLink>. Nothing is charged
        until then.
      </Banner>
    );
  }
  if (status === "incomplete") {
    return (
      <Banner tone="warning" title="The first payment did not succeed">
        Change the card to retry immediately. The subscription expires 23 hours after it was
        created.
      </Banner>
    );
  }
  if (cancelAtPeriodEnd && (status === "active" || status === "trialing")) {
    return (
      <Banner tone="info">
        It ends with its period, <Timestamp value={currentPeriodEnd} form="full" />, and is not
        charged again.
      </Banner>
    );
  }
  return null;
}

function Figures({ subscription }: { subscription: SubscriptionView }) {
  const { amount, plan, status, cancelAtPeriodEnd, currentPeriodEnd, invoices } = subscription;
  const paid = invoices.filter((one) => one.status === "paid");
  const sum = paid.reduce((total, one) => total + BigInt(one.amountDue), 0n);
  const renews = (status === "active" || status === "trialing") && !cancelAtPeriodEnd;
  return (
    <div className="flex flex-wrap gap-x-12 gap-y-5">
      <Stat
        label={status === "trialing" ? "After the trial" : "Per period"}
        value={<Money amount={amount} currency={plan.currency} large />}
        note={intervalLabel(plan)}
      />
      {renews && (
        <Stat
          label={status === "trialing" ? "First charge" : "Next renewal"}
          value={<Timestamp value={currentPeriodEnd} />}
          note={`${moneyText(amount, plan.currency)} plus proration`}
        />
      )}
      {paid.length > 0 && (
        <Stat
          label="Paid so far"
          value={<Money amount={sum} currency={plan.currency} large />}
          note={`${countText(paid.length)} invoice${paid.length === 1 ? "" : "s"}`}
        />
      )}
    </div>
  );
}
