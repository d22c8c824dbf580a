import { finalActionLabel, priceLabel } from "#components/billing/labels.ts";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId, shortenId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import type { ProrationBehavior } from "#lib/kernel/vocabulary/billing.ts";
import { useSession } from "../../../session.tsx";
import { metadataFacts } from "../../shared/metadata-facts.tsx";

const BEHAVIORS: Record<ProrationBehavior, string> = {
  create_prorations: "Prorated with the next invoice",
  always_invoice: "Prorated and invoiced immediately",
  none: "From the next period",
};

/** The terms of a subscription and its payment method. */
export function SubscriptionFacts({ subscription }: { subscription: SubscriptionView }) {
  const { mode } = useSession();
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Subscription">
        <DefinitionList facts={factsOf(subscription, mode)} />
      </Section>
      <Section title="Paid with">
        <DefinitionList facts={paidWith(subscription, mode)} />
      </Section>
      {Object.keys(subscription.metadata).length > 0 && (
        <Section title="Metadata">
          <DefinitionList facts={metadataFacts(subscription.metadata)} />
        </Section>
      )}
    </div>
  );
}

function factsOf(subscription: SubscriptionView, mode: string): Fact[] {
  const { id, customer, plan, quantity, amount, trialEnd } = subscription;
  return [
    { term: "Id", value: <ShortId id={id} what="subscription id" whole /> },
    {
      term: "Customer",
      value: (
        <TextLink href={`/${mode}/customers/${customer.id}`}>
          <CustomerName customer={customer} />
        </TextLink>
      ),
    },
    { term: "Plan", value: plan.name, hint: priceLabel(plan) },
    { term: "Quantity", value: countText(quantity) },
    { term: "Per period", value: <Money amount={amount} currency={plan.currency} /> },
    { term: "Trial", value: trialEnd && <Timestamp value={trialEnd} form="full" /> },
    {
      term: "Period",
      value: <Timestamp value={subscription.currentPeriodStart} form="full" />,
      hint: (
        <>
          to <Timestamp value={subscription.currentPeriodEnd} form="full" />
        </>
      ),
    },
    { term: "Changes", value: BEHAVIORS[subscription.prorationBehavior] },
    {
      term: "If unpaid",
      value: `4 attempts, then ${finalActionLabel(subscription.finalAction)}`,
    },
  ];
}

function paidWith({ instrument, mandateId }: SubscriptionView, mode: string): Fact[] {
  return [
    { term: "Method", value: <Instrument {...instrument} /> },
    {
      term: "Mandate",
      value: mandateId && (
        <TextLink href={`/${mode}/mandates/${mandateId}`}>
          <span className="font-mono text-12">{shortenId(mandateId)}</span>
        </TextLink>
      ),
      hint: mandateId && "Renewals use it; the payer is not asked again",
    },
  ];
}
