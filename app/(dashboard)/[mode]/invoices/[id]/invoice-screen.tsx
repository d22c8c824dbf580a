"use client";

import { useQuery } from "@tanstack/react-query";
import { BillLines } from "#components/billing/bill-lines.tsx";
import { QueryState } from "#components/data/query-state.tsx";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { InvoiceView } from "#lib/dashboard/views/billing.ts";
import { useSession } from "../../../session.tsx";
import { RetryButton } from "../../payments/[id]/retry-button.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { eventEntry, newestFirst } from "../../shared/event-entry.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { attemptEntry } from "../../subscriptions/[id]/subscription-timeline.tsx";

/** One invoice: its lines, and every attempt to collect it. */
export function InvoiceScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/invoices/:id", { mode, id }));
  return (
    <QueryState query={query} what="The invoice" loading={<DetailLoading />}>
      {(invoice) => <Invoice invoice={invoice} />}
    </QueryState>
  );
}

function Invoice({ invoice }: { invoice: InvoiceView }) {
  const { mode } = useSession();
  const { id, number, amountDue, currency, status, customer } = invoice;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Invoices", href: `/${mode}/invoices` }, { label: number ?? id }]}
        title={<Money amount={amountDue} currency={currency} large className="text-28" />}
        beside={<Status status={status} />}
        note={`${number ?? "Draft"} · ${customer.name ?? customer.email ?? customer.id}`}
        actions={<Retry invoice={invoice} />}
      />
      <Tabs
        label="Views of the invoice"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview invoice={invoice} /> },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/invoices/:id/json" id={id} noun="Invoice" />,
          },
        ]}
      />
    </>
  );
}

/** Retries the latest payment of an open invoice, or says why that is not possible. */
function Retry({ invoice }: { invoice: InvoiceView }) {
  const { retry } = invoice.allowedActions;
  const latest = invoice.attempts.at(-1);
  if (latest && retry.allowed) {
    const { id: subscriptionId } = invoice.subscription;
    return <RetryButton payment={{ ...latest, subscriptionId, allowedActions: { retry } }} />;
  }
  if (retry.allowed || invoice.status !== "open") return null;
  return <RefusedAction verb="Retry" reason={retry.reason} />;
}

function Overview({ invoice }: { invoice: InvoiceView }) {
  const { mode } = useSession();
  const { lines, currency, attempts, events } = invoice;
  const entries = newestFirst([
    ...attempts.map((attempt) => attemptEntry(attempt, mode)),
    ...events.map((event) => eventEntry(event, mode)),
  ]);
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="Lines">
          <BillLines caption="Lines of the invoice" lines={lines} currency={currency} />
          <p className="flex items-baseline justify-between border-t border-line pt-3 text-14 font-semibold">
            <span>{invoice.status === "draft" ? "So far" : "Due"}</span>
            <Money amount={invoice.subtotal} currency={currency} />
          </p>
        </Section>
        <Section title="What happened" actions={<TimelineLink id={invoice.id} />}>
          {entries.length === 0 ? (
            <p className="text-13 text-ink-muted">
              No lines yet. The period is invoiced when it ends.
            </p>
          ) : (
            <Timeline label="What happened, newest first" entries={entries} />
          )}
        </Section>
      </div>
      <Section title="Invoice">
        <DefinitionList facts={factsOf(invoice, mode)} />
      </Section>
    </div>
  );
}

function factsOf(invoice: InvoiceView, mode: string): Fact[] {
  const { subscription, customer } = invoice;
  return [
    { term: "Id", value: <ShortId id={invoice.id} what="invoice id" whole /> },
    { term: "Number", value: invoice.number },
    {
      term: "Subscription",
      value: (
        <TextLink href={`/${mode}/subscriptions/${subscription.id}`}>
          {subscription.planName}
        </TextLink>
      ),
      hint: <Status status={subscription.status} />,
    },
    {
      term: "Customer",
      value: (
        <TextLink href={`/${mode}/customers/${customer.id}`}>
          <CustomerName customer={customer} />
        </TextLink>
      ),
    },
    { term: "Paid", value: <Money amount={invoice.amountPaid} currency={invoice.currency} /> },
    { term: "Due", value: invoice.dueDate && <Timestamp value={invoice.dueDate} form="full" /> },
    { term: "Paid on", value: invoice.paidAt && <Timestamp value={invoice.paidAt} form="full" /> },
    { term: "Attempts", value: countText(invoice.attemptCount) },
  ];
}
