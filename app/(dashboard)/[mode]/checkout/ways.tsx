"use client";

import { useQuery } from "@tanstack/react-query";
import { methodName } from "#components/payments/labels.ts";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import type { CheckoutView } from "#lib/dashboard/views/checkout.ts";
import { BankForm } from "./bank-form.tsx";
import { BlikForm } from "./blik-form.tsx";
import { DebitForm } from "./debit-form.tsx";
import { PayForm } from "./pay-form.tsx";
import { offeredMethods } from "./tokenise.ts";
import { WalletForm } from "./wallet-form.tsx";

/** What every way to pay needs to know. */
export type WayProps = {
  order: CheckoutView;
  publishableKey: string;
  shop: string;
  method: string;
  mayPay: boolean;
};

type Props = WayProps & { onMethod: (method: string) => void };

/** What the payer is offered where they are, and the form of what they chose. */
export function Ways({ onMethod, ...way }: Props) {
  const { order, publishableKey, method } = way;
  const query = useQuery({
    queryKey: ["available", publishableKey, order.country],
    queryFn: ({ signal }) => offeredMethods(publishableKey, order.country, signal),
  });
  const offered = (query.data ?? [{ method: "card", currencies: null }])
    .filter(({ currencies }) => !currencies || currencies.includes(order.currency))
    .map(({ method }) => method);
  const methods = order.takesBankPayments ? [...offered, "bank_payment"] : offered;
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        label="How to pay"
        choices={methods.map((value) => ({ value, label: methodName(value) }))}
        value={method}
        onChange={onMethod}
      />
      <Way key={method} {...way} />
    </div>
  );
}

function Way(way: WayProps) {
  switch (way.method) {
    case "card":
      return <PayForm {...way} />;
    case "blik":
      return <BlikForm {...way} />;
    case "sepa_debit":
    case "bacs_debit":
      return <DebitForm {...way} />;
    case "apple_pay":
    case "google_pay":
      return <WalletForm {...way} />;
    default:
      return <BankForm {...way} />;
  }
}
