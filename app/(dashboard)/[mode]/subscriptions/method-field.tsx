"use client";

import { useQuery } from "@tanstack/react-query";
import { TEST_CARD_CHOICES } from "#components/billing/labels.ts";
import { instrumentText } from "#components/payments/labels.ts";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

/** `saved:pm_…`, or in test mode `test:works`. */
export type MethodChoice = string | null;

export function methodOf(choice: MethodChoice): Record<string, string> | undefined {
  if (!choice) return undefined;
  const [kind = "", value = ""] = choice.split(":");
  return kind === "test" ? { testCard: value } : { saved: value };
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
      value: `saved:${method.id}`,
      label: instrumentText({ method: method.type, brand: method.brand, last4: method.last4 }),
      note: method.isDefault ? "The customer's default" : "Saved",
    }));
  const tests = mode === "test" ? TEST_CARD_CHOICES : [];
  const choices = [...saved, ...tests.map((card) => ({ ...card, value: `test:${card.value}` }))];
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
