import { revokedBy, schemeName } from "#components/payments/bank-labels.ts";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { countryName } from "#components/payments/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import { useSession } from "../../../session.tsx";

/** Facts about a mandate and the account that it debits. */
export function MandateFacts({ mandate }: { mandate: MandateView }) {
  const { mode } = useSession();
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Mandate">
        <DefinitionList facts={mandateFacts(mandate, mode)} />
      </Section>
      <Section title="Debits">
        <DefinitionList facts={sourceFacts(mandate)} />
      </Section>
    </div>
  );
}

function mandateFacts(mandate: MandateView, mode: string): Fact[] {
  const { customer, revocation, expiresAt, failureCode } = mandate;
  const facts: (Fact | false)[] = [
    { term: "Id", value: <ShortId id={mandate.id} what="mandate id" whole /> },
    { term: "Scheme", value: schemeName(mandate.scheme) },
    { term: "Reference", value: <ShortId id={mandate.reference} what="reference" whole /> },
    {
      term: "Accepted",
      value: <Timestamp value={mandate.acceptedAt} form="full" focusable />,
      hint: mandate.acceptedIp ? `From ${mandate.acceptedIp}` : undefined,
    },
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
    failureCode !== null && { term: "Refused with", value: failureCode, hint: "The bank's code" },
    revocation !== null && {
      term: "Revoked",
      value: revokedBy(revocation.source),
      hint: revocation.code ? `Code ${revocation.code}` : undefined,
    },
    expiresAt !== null && {
      term: "Ends",
      value: <Timestamp value={expiresAt} form="full" focusable />,
      hint: "Unless it is used before",
    },
    {
      term: "Rail's reference",
      value: mandate.railReference && (
        <ShortId id={mandate.railReference} what="rail's reference" whole />
      ),
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function sourceFacts({ source, bankCode, paymentMethodId }: MandateView): Fact[] {
  return [
    {
      term: "Account",
      value: <Instrument {...source} />,
      hint: source.country ? countryName(source.country) : undefined,
    },
    { term: "Bank code", value: bankCode },
    {
      term: "Payment method",
      value: <ShortId id={paymentMethodId} what="payment method's id" whole />,
    },
  ];
}
