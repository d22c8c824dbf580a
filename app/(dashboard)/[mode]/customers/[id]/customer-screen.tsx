"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { countryName } from "#components/payments/labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Badge } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CustomerView } from "#lib/dashboard/views/customers.ts";
import { useSession } from "../../../session.tsx";
import { OWN_PAYMENT_COLUMNS } from "../../payments/payment-columns.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { metadataFacts } from "../../shared/metadata-facts.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { CreateSubscription } from "../../subscriptions/create-subscription.tsx";
import { OWN_SUBSCRIPTION_COLUMNS } from "../../subscriptions/subscription-columns.tsx";
import { CustomerTotals } from "./customer-totals.tsx";
import { PaymentMethods } from "./payment-methods.tsx";

/** One customer: what they bought, with what they pay, what you noted of them. */
export function CustomerScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/customers/:id", { mode, id }));
  return (
    <QueryState query={query} what="The customer" loading={<DetailLoading />}>
      {(customer) => <Customer customer={customer} />}
    </QueryState>
  );
}

function Customer({ customer }: { customer: CustomerView }) {
  const { mode } = useSession();
  const { name, email, country } = customer;
  const note = [name && email, country && countryName(country)].filter(Boolean).join(" · ");
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Customers", href: `/${mode}/customers` }, { label: customer.id }]}
        title={name ?? email ?? "Customer without a name"}
        beside={customer.deleted && <Badge>Deleted</Badge>}
        note={note || undefined}
      />
      <Tabs
        label="Views of the customer"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview customer={customer} /> },
          {
            value: "json",
            label: "JSON",
            content: (
              <ObjectJson path="/:mode/customers/:id/json" id={customer.id} noun="Customer" />
            ),
          },
        ]}
      />
    </>
  );
}

function Overview({ customer }: { customer: CustomerView }) {
  const { mode, session } = useSession();
  const more = customer.paymentsTotal - customer.payments.length;
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {customer.totals.length > 0 && <CustomerTotals totals={customer.totals} />}
        <Section
          title="Subscriptions"
          actions={
            session.may.includes("manage_payments") &&
            !customer.deleted && (
              <CreateSubscription
                customer={customer.id}
                trigger={<Button size="small">Subscribe</Button>}
              />
            )
          }
        >
          <DataTable
            caption="Subscriptions of this customer, newest first"
            columns={OWN_SUBSCRIPTION_COLUMNS}
            rows={customer.subscriptions}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/subscriptions/${row.id}`}
            empty={<p className="text-13 text-ink-muted">None.</p>}
          />
        </Section>
        <Section title="Payments">
          <DataTable
            caption="Payments of this customer, newest first"
            columns={OWN_PAYMENT_COLUMNS}
            rows={customer.payments}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/payments/${row.id}`}
            empty={
              <p className="text-13 text-ink-muted">
                None yet. Payments made with <code className="font-mono">{customer.id}</code> appear
                here.
              </p>
            }
          />
          {more > 0 && (
            <p className="pt-3 text-13">
              <TextLink href={`/${mode}/payments?customer=${customer.id}`}>
                All {customer.paymentsTotal.toLocaleString("en")} payments
              </TextLink>
            </p>
          )}
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="Customer">
          <DefinitionList facts={[...customerFacts(customer), announced(customer, mode)]} />
        </Section>
        <PaymentMethods methods={customer.paymentMethods} />
        {Object.keys(customer.metadata).length > 0 && (
          <Section title="Metadata">
            <DefinitionList facts={metadataFacts(customer.metadata)} />
          </Section>
        )}
      </div>
    </div>
  );
}

/** What was announced of their payments and refunds, and to whom. */
function announced({ id }: CustomerView, mode: string): Fact {
  return {
    term: "Webhooks",
    value: (
      <>
        <TextLink href={`/${mode}/events?q=${id}`}>Events</TextLink>
        {" and "}
        <TextLink href={`/${mode}/webhooks/deliveries?q=${id}`}>deliveries</TextLink>
      </>
    ),
    hint: "Of their payments and refunds, 30 days",
  };
}

function customerFacts(customer: CustomerView): Fact[] {
  const { country } = customer;
  return [
    { term: "Id", value: <ShortId id={customer.id} what="customer id" whole /> },
    { term: "Name", value: customer.name },
    { term: "E-mail", value: customer.email },
    { term: "Country", value: country && countryName(country) },
    { term: "Created", value: <Timestamp value={customer.createdAt} form="full" focusable /> },
  ];
}
