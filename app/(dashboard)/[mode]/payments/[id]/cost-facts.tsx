import { Money, moneyText } from "#components/money/money.tsx";
import { bpText, costBp } from "#components/settlements/figures.ts";
import { pricingLabel, rateText } from "#components/settlements/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Fact } from "#components/ui/definition-list.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { SettlementLink } from "../../settlements/settlement-link.tsx";

type Charge = NonNullable<PaymentView["charge"]>;

/** What a payment cost, part by part and why, what it brought, and with which settlement. */
export function costFacts(payment: PaymentView, charge: Charge, mode: string): Fact[] {
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
      term: "Fees in all",
      value: taken(charge.fee),
      hint: cost === null ? undefined : `${bpText(cost)} of what was captured`,
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
          Its cut-off: <Timestamp value={charge.availableOn} form="short" />
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
