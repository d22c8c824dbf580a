import { bankStatusLabel, schemeName } from "#components/payments/bank-labels.ts";
import { countryName, methodName } from "#components/payments/labels.ts";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";

/** Facts of a payment made from a bank app, with the banks' references. */
export function BankFacts({ bank }: { bank: NonNullable<PaymentView["bankPayment"]> }) {
  const { word, hint } = bankStatusLabel(bank.status);
  const { name, country } = bank.payer;
  return (
    <DefinitionList
      facts={[
        { term: "At the bank", value: word, hint },
        {
          term: "Bank",
          value: bank.bankId && <code className="font-mono text-12">{bank.bankId}</code>,
          hint: bank.bankId ? undefined : "Chosen by the payer",
        },
        { term: "Payer", value: name, hint: country ? countryName(country) : undefined },
        { term: "On the statement", value: bank.reference },
        { term: "End to end", value: <ShortId id={bank.endToEndId} what="end-to-end id" whole /> },
      ]}
    />
  );
}

/** The debited account and its mandate. */
export function DebitFacts({ payment }: { payment: PaymentView }) {
  const { mode } = useSession();
  const { bank, mandate, instrument, paymentMethodId } = payment;
  return (
    <DefinitionList
      facts={[
        {
          term: "Account",
          value: bank && (
            <span className="tabular-nums">
              {methodName(instrument.method)} <span aria-hidden>••••</span> {bank.last4}
            </span>
          ),
          hint: bank?.country ? countryName(bank.country) : undefined,
        },
        { term: "Bank code", value: bank?.code },
        {
          term: "Mandate",
          value: mandate && (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              <TextLink href={`/${mode}/mandates/${mandate.id}`}>
                {schemeName(mandate.scheme ?? "")}
              </TextLink>
              {mandate.status && <Status status={mandate.status} />}
            </span>
          ),
        },
        {
          term: "Payment method",
          value: paymentMethodId && (
            <ShortId id={paymentMethodId} what="payment method's id" whole />
          ),
        },
      ]}
    />
  );
}
