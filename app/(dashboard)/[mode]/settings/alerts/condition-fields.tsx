import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import {
  ALERT_PARAMS,
  type AlertKind,
  FAILING_HOURS,
  RATE_WINDOWS,
} from "#lib/kernel/vocabulary/alerts.ts";

/** Parameters as text. */
export type Typed = {
  rate: string;
  minimum: string;
  hours: string;
  days: string;
  amount: string;
  currency: string;
};

type Props = {
  kind: AlertKind;
  typed: Typed;
  errorOf: ErrorOf;
  onChange: (changes: Partial<Typed>) => void;
};

const hourChoices = (hours: readonly number[]) =>
  hours.map((each) => ({ value: String(each), label: each === 1 ? "1 hour" : `${each} hours` }));

/** The fields of a kind's parameters; some kinds have none. */
export function ConditionFields({ kind, typed, errorOf, onChange }: Props) {
  const known = ALERT_PARAMS[kind];
  const isRate = kind === "decline_rate";
  const hasAmount = kind === "payout_returned" || kind === "disputes_due";
  if (Object.keys(known).length === 0 && !hasAmount) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {isRate && (
        <Field label="Above" hint="Percent declined." error={errorOf("rateBps")}>
          <Input
            inputMode="decimal"
            after="%"
            value={typed.rate}
            onValueChange={(rate) => onChange({ rate })}
          />
        </Field>
      )}
      {isRate && (
        <Field label="At least" hint="Payments; fewer never fire." error={errorOf("minimum")}>
          <Input
            inputMode="numeric"
            value={typed.minimum}
            onValueChange={(minimum) => onChange({ minimum })}
          />
        </Field>
      )}
      {"hours" in known && (
        <Field label={isRate ? "Within" : "Without a success for"} error={errorOf("hours")}>
          <Select
            choices={hourChoices(isRate ? RATE_WINDOWS : FAILING_HOURS)}
            value={typed.hours}
            onChange={(hours: string) => onChange({ hours })}
          />
        </Field>
      )}
      {"days" in known && (
        <Field label="Days before the deadline" error={errorOf("days")}>
          <Input
            inputMode="numeric"
            value={typed.days}
            onValueChange={(days) => onChange({ days })}
          />
        </Field>
      )}
      {hasAmount && (
        <>
          <Field label="Least amount" optional error={errorOf("amount")}>
            <Input
              inputMode="decimal"
              placeholder="Every amount"
              value={typed.amount}
              onValueChange={(amount) => onChange({ amount })}
            />
          </Field>
          <Field label="Currency" error={errorOf("currency")}>
            <Input
              maxLength={3}
              value={typed.currency}
              onValueChange={(currency) => onChange({ currency: currency.toUpperCase() })}
            />
          </Field>
        </>
      )}
    </div>
  );
}
