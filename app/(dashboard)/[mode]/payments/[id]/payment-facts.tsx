import { Money, moneyText } from "#components/money/money.tsx";
import { acquirerFacts } from "#components/payments/acquirer-facts.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import {
  codeLabel,
  countryName,
  exemptionLabel,
  expiryText,
  methodName,
  scaLabel,
} from "#components/payments/labels.ts";
import { bpText, costBp } from "#components/settlements/figures.ts";
import { pricingLabel, rateText } from "#components/settlements/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { later } from "#components/ui/later.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";
import { SettlementLink } from "../../settlements/settlement-link.tsx";
import { metadataFacts } from "../../shared/metadata-facts.tsx";
import { ObjectLink, RequestLink } from "../../webhooks/object-link.tsx";
import { EditDetails } from "./edit-details.tsx";

/** Only of payments from a bank account. */
const BankFacts = later<{ bank: NonNullable<PaymentView["bankPayment"]> }>(() =>
  import("./bank-facts.tsx").then(({ BankFacts }) => BankFacts),
);
const DebitFacts = later<{ payment: PaymentView }>(() =>
  import("./bank-facts.tsx").then(({ DebitFacts }) => DebitFacts),
);

/** Facts about a payment in groups. Empty groups are left out. */
export function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { mode } = useSession();
  const metadata = metadataFacts(payment.metadata);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Payment">
        <DefinitionList facts={paymentFacts(payment, mode)} />
      </Section>
      {payment.charge && (
        <Section title="Cost and settlement">
          <DefinitionList facts={costFacts(payment, payment.charge, mode)} />
        </Section>
      )}
      {payment.card && (
        <Section title="Card">
          <DefinitionList facts={cardFacts(payment, payment.card)} />
        </Section>
      )}
      {payment.acquirerResponse && (
        <Section title="From the acquirer">
          <DefinitionList facts={acquirerFacts(payment.acquirerResponse)} />
        </Section>
      )}
      {payment.bankPayment && (
        <Section title="Bank payment">
          <BankFacts bank={payment.bankPayment} />
        </Section>
      )}
      {(payment.bank || payment.mandate) && (
        <Section title="Debit">
          <DebitFacts payment={payment} />
        </Section>
      )}
      {(payment.sca || payment.exemption) && (
        <Section title="Authentication">
          <DefinitionList facts={scaFacts(payment)} />
        </Section>
      )}
      {(metadata.length > 0 || payment.allowedActions.edit.allowed) && (
        <Section title="Metadata" actions={<EditDetails payment={payment} />}>
          {metadata.length > 0 ? (
            <DefinitionList facts={metadata} />
          ) : (
            <p className="text-13 text-ink-muted">No metadata.</p>
          )}
        </Section>
      )}
    </div>
  );
}

function paymentFacts(payment: PaymentView, mode: string): Fact[] {
  const { currency, customer } = payment;
  const isPart = BigInt(payment.amountRefunded) > 0n;
  const facts: (Fact | false)[] = [
    { term: "Id", value: <ShortId id={payment.id} what="payment id" whole /> },
    { term: "Created", value: <Timestamp value={payment.createdAt} form="full" focusable /> },
    {
      term: "Customer",
      value: customer ? (
        <TextLink href={`/${mode}/customers/${customer.id}`}>
          <CustomerName customer={customer} />
        </TextLink>
      ) : (
        <CustomerName customer={null} />
      ),
      hint: customer?.name ? customer.email : undefined,
    },
    payment.invoiceId !== null && {
      term: "Invoice",
      value: <ObjectLink id={payment.invoiceId} />,
      hint: payment.subscriptionId && <ObjectLink id={payment.subscriptionId} />,
    },
    payment.retryOf !== null && {
      term: "Retry of",
      value: <ObjectLink id={payment.retryOf} />,
      hint: "Charged without the payer",
    },
    { term: "Description", value: payment.description },
    {
      term: "On the statement",
      value: payment.statementDescriptor && (
        <code className="font-mono text-12">{payment.statementDescriptor}</code>
      ),
    },
    BigInt(payment.amountCaptured) > 0n && {
      term: "Captured",
      value: <Money amount={payment.amountCaptured} currency={currency} />,
      hint: payment.capture === "manual" ? "Manual" : undefined,
    },
    isPart && {
      term: "Refunded",
      value: <Money amount={payment.amountRefunded} currency={currency} />,
    },
    isPart && {
      term: "Still refundable",
      value: <Money amount={payment.refundable} currency={currency} />,
    },
    payment.expiresAt !== null && {
      term: "Expires",
      value: <Timestamp value={payment.expiresAt} form="full" focusable />,
    },
    {
      term: "Request",
      value: payment.requestId && <RequestLink id={payment.requestId} />,
    },
    {
      term: "Rail's reference",
      value: payment.railReference && (
        <ShortId id={payment.railReference} what="rail's reference" whole />
      ),
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function cardFacts(payment: PaymentView, card: NonNullable<PaymentView["card"]>): Fact[] {
  const { expMonth, expYear, country } = card;
  const facts: (Fact | false)[] = [
    { term: "Card", value: <Instrument method="card" brand={card.brand} last4={card.last4} /> },
    payment.instrument.method !== "card" && {
      term: "Through",
      value: methodName(payment.instrument.method),
    },
    expMonth !== null &&
      expYear !== null && { term: "Expires", value: expiryText(expMonth, expYear) },
    { term: "Issuer", value: card.issuer, hint: country ? countryName(country) : undefined },
    { term: "Funding", value: card.funding && codeLabel(card.funding) },
    { term: "First digits", value: card.bin && <span className="tabular-nums">{card.bin}</span> },
    {
      term: "Payment method",
      value: payment.paymentMethodId && (
        <ShortId id={payment.paymentMethodId} what="payment method's id" whole />
      ),
    },
    {
      term: "Fingerprint",
      value: card.fingerprint && <ShortId id={card.fingerprint} what="fingerprint" />,
      hint: "The same for every payment with this card",
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function scaFacts({ sca, exemption, exemptionOutcome }: PaymentView): Fact[] {
  const path = sca ? scaLabel(sca) : null;
  return [
    { term: "Flow", value: path?.word ?? null, hint: path?.hint },
    {
      term: "Exemption",
      value: exemption ? exemptionLabel(exemption) : "Not requested",
      hint: exemptionOutcome ? codeLabel(exemptionOutcome) : undefined,
    },
  ];
}

type Charge = NonNullable<PaymentView["charge"]>;

/** Cost of a payment by part with the reason, its net, and its settlement. */
function costFacts(payment: PaymentView, charge: Charge, mode: string): Fact[] {
  const { currency, settlement } = payment;
  const cost = costBp(BigInt(charge.fee), BigInt(charge.amount));
  const taken = (amount: string) => (
    <Money amount={amount === "0" ? "0" : `-${amount}`} currency={currency} />
  );
  const isCard = charge.pricing !== null;
  const facts: (Fact | false)[] = [
    isCard && {
      term: "Interchange",
      value: taken(charge.interchange),
      hint: interchangeHint(charge, currency),
    },
    isCard && { term: "Scheme fee", value: taken(charge.schemeFee) },
    isCard && { term: "Markup", value: taken(charge.markup) },
    charge.commission !== "0" && { term: "Commission", value: taken(charge.commission) },
    {
      term: "Total fees",
      value: taken(charge.fee),
      hint: cost === null ? undefined : `${bpText(cost)} of the captured amount`,
    },
    {
      term: "Net",
      value: <Money amount={charge.net} currency={currency} className="font-semibold" />,
    },
    {
      term: "Settlement",
      value: <SettlementLink settlement={settlement} mode={mode} />,
      hint: settlement ? undefined : (
        <>
          Cut-off: <Timestamp value={charge.availableOn} form="short" />
        </>
      ),
    },
  ];
  return facts.filter((fact) => fact !== false);
}

/** `0.20 %, and 0.05 EUR: domestic, classic consumer card` */
function interchangeHint({ pricing }: Charge, currency: string): string | undefined {
  if (!pricing) return undefined;
  const fixed = pricing.fixed === "0" ? "" : ` and ${moneyText(pricing.fixed, currency)}`;
  return `${rateText(pricing.rateBp)}${fixed}. ${pricingLabel(pricing)}`;
}
