"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard, Landmark } from "lucide-react";
import { QueryState } from "#components/data/query-state.tsx";
import { countText } from "#components/format/locale.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { codeLabel, countryName, expiryText } from "#components/payments/labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Badge, Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CustomerView, PaymentMethodView } from "#lib/dashboard/views/customers.ts";
import { useSession } from "../../../session.tsx";
import { OWN_PAYMENT_COLUMNS } from "../../payments/payment-columns.tsx";
import { ObjectNotes, ObjectTags } from "../../shared/annotations.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { metadataFacts } from "../../shared/metadata-facts.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { CreateSubscription } from "../../subscriptions/create-subscription.tsx";
import { OWN_SUBSCRIPTION_COLUMNS } from "../../subscriptions/subscription-columns.tsx";

const EraseCustomer = later(
  () => import("./erase-customer.tsx").then(({ EraseCustomer }) => EraseCustomer),
  <Button disabled>Erase</Button>,
);

/** While its data is being erased. */
const REFRESH_MS = 2_000;

/** One customer: purchases, payment methods and metadata. */
export function CustomerScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/customers/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data?.erasureRequestedAt ? REFRESH_MS : false),
  });
  return (
    <QueryState query={query} what="The customer" loading={<DetailLoading />}>
      {(customer) => <Customer customer={customer} />}
    </QueryState>
  );
}

const stateOf = ({ erasureRequestedAt }: CustomerView) =>
  erasureRequestedAt ? "Being erased" : "Deleted";

function Customer({ customer }: { customer: CustomerView }) {
  const { mode, session } = useSession();
  const { name, email, country } = customer;
  const note = [name && email, country && countryName(country)].filter(Boolean).join(" · ");
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Customers", href: `/${mode}/customers` }, { label: customer.id }]}
        title={name ?? email ?? "Customer without a name"}
        beside={customer.deleted && <Badge>{stateOf(customer)}</Badge>}
        note={note || undefined}
        actions={session.may.includes("manage_account") && <EraseCustomer customer={customer} />}
      />
      <ObjectTags id={customer.id} noun="customer" />
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
            empty={<p className="text-13 text-ink-muted">No subscriptions.</p>}
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
                No payments yet. Payments made with <code className="font-mono">{customer.id}</code>{" "}
                appear here.
              </p>
            }
          />
          {more > 0 && (
            <p className="pt-3 text-13">
              <TextLink href={`/${mode}/payments?customer=${customer.id}`}>
                View all {countText(customer.paymentsTotal)} payments
              </TextLink>
            </p>
          )}
        </Section>
        <ObjectNotes id={customer.id} noun="customer" />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="Customer">
          <DefinitionList facts={[...customerFacts(customer), webhookLinks(customer, mode)]} />
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

/** Links to the events and deliveries about the customer's payments and refunds. */
function webhookLinks({ id }: CustomerView, mode: string): Fact {
  return {
    term: "Webhooks",
    value: (
      <>
        <TextLink href={`/${mode}/events?q=${id}`}>Events</TextLink>
        {" and "}
        <TextLink href={`/${mode}/webhooks/deliveries?q=${id}`}>deliveries</TextLink>
      </>
    ),
    hint: "About their payments and refunds, last 30 days",
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

/** Amounts that a customer paid, less refunds, per currency. Currencies are never added up. */
function CustomerTotals({ totals }: { totals: CustomerView["totals"] }) {
  return (
    <div className="flex flex-wrap gap-x-12 gap-y-5">
      {totals.map((total) => (
        <Stat
          key={total.currency}
          label={`Paid in ${total.currency}`}
          value={
            <Money
              amount={BigInt(total.paid) - BigInt(total.refunded)}
              currency={total.currency}
              large
            />
          }
          note={noteOf(total)}
        />
      ))}
    </div>
  );
}

function noteOf({ succeeded, failed, refunded, currency }: CustomerView["totals"][number]) {
  return [
    `${countText(succeeded)} succeeded`,
    failed > 0 && `${countText(failed)} failed`,
    BigInt(refunded) > 0n && `${moneyText(refunded, currency)} refunded`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The customer's payment methods, past and present: brand, last digits, expiry. */
function PaymentMethods({ methods }: { methods: readonly PaymentMethodView[] }) {
  return (
    <Section title="Payment methods">
      {methods.length === 0 ? (
        <p className="text-13 text-ink-muted">No payment methods saved.</p>
      ) : (
        <ul className="flex flex-col">
          {methods.map((method) => (
            <Method key={method.id} method={method} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Method({ method }: { method: PaymentMethodView }) {
  const { present } = useTimeFrame();
  const { expMonth, expYear } = method;
  const expires = expMonth !== null && expYear !== null ? expiryText(expMonth, expYear) : null;
  // A card is valid to the end of its expiry month.
  const isOver =
    expMonth !== null && expYear !== null && Date.UTC(expYear, expMonth) <= present.getTime();
  const Icon = method.last4 ? CreditCard : Landmark;
  const facts = [
    expires && (isOver ? `expired ${expires}` : `expires ${expires}`),
    method.funding && codeLabel(method.funding).toLowerCase(),
    method.issuer,
  ];
  return (
    <li className="group/id flex items-start gap-3 border-b border-line py-2.5 text-13 last:border-b-0">
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <Instrument method={method.type} brand={method.brand} last4={method.last4} />
          {method.isDefault && <Badge tone="info">Default</Badge>}
          {method.status !== "active" && <Status status={method.status} />}
          {isOver && method.status === "active" && <Badge tone="warning">Expired</Badge>}
        </div>
        <p className="text-12 text-ink-faint">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <CopyButton text={method.id} what="payment method's id" className="opacity-60" />
    </li>
  );
}
