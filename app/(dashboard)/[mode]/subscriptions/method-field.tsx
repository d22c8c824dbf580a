"use client";

import { useQuery } from "@tanstack/react-query";
import { TEST_CARD_CHOICES } from "#components/billing/labels.ts";
import { instrumentText } from "#components/payments/labels.ts";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { read } from "#lib/dashboard/client.ts";
import { TEST_CARDS, type TestCard } from "#lib/kernel/vocabulary/billing.ts";
import { useSession } from "../../session.tsx";

/** `saved:pm_…`, or in test mode `test:works`. */
export type MethodChoice = `test:${TestCard}` | `saved:${string}` | null;

export function methodOf(choice: MethodChoice) {
  if (!choice) return undefined;
  const testCard = TEST_CARDS.find((card) => choice === `test:${card}`);
  return testCard ? { testCard } : { saved: choice.slice("saved:".length) };
}

/** Chooses the payment method of a subscription: one of the customer's, or in test mode a test card. */
export function MethodField(props: {
  customer: string | null;
  value: MethodChoice;
  onChange: (choice: MethodChoice) => void;
  error?: string | undefined;
}) {
  const { mode } = useSession();
  const { customer, value, onChange, error } = props;
  const query = useQuery({
    ...read("/:mode/customers/:id", { mode, id: customer ?? "" }),
    enabled: customer !== null,
  });
  const saved = (query.data?.paymentMethods ?? [])
    .filter(({ status }) => status === "active")
    .map((method) => ({
      value: `saved:${method.id}` as const,
      label: instrumentText({ method: method.type, brand: method.brand, last4: method.last4 }),
      note: method.isDefault ? "The customer's default" : "Saved",
    }));
  const tests = mode === "test" ? TEST_CARD_CHOICES : [];
  const choices = [
    ...saved,
    ...tests.map((card) => ({ ...card, value: `test:${card.value}` as const })),
  ];
  return (
    <Field
      label="Paid with"
      error={error}
      hint={choices.length === 0 ? "The customer has no saved payment method." : undefined}
    >
      <Select
        choices={choices}
        value={value}
        onChange={onChange}
        placeholder="Choose a payment method"
        disabled={customer === null}
      />
    </Field>
  );
}
