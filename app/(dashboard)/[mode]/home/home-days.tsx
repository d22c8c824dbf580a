import { useState } from "react";
import { daysApart } from "#components/home/days.ts";
import type { HomePeriod } from "#components/home/period.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { LONGEST_HOME_DAYS } from "#lib/kernel/vocabulary/home.ts";

type Props = {
  period: HomePeriod;
  today: string;
  /** Gets the period as the address has it, `2026-11-01..2026-11-17`, and its length. */
  onApply: (range: string, days: number) => void;
};

/** The first and last day of the period of the home screen. */
export function HomeDays({ period, today, onApply }: Props) {
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const days = from && to ? daysApart(from, to) + 1 : 0;
  const isLong = days > LONGEST_HOME_DAYS;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (days >= 1 && !isLong) onApply(`${from}..${to}`, days);
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <Field label="From">
          <Input type="date" required value={from} max={to || today} onValueChange={setFrom} />
        </Field>
        <Field label="To" hint="Included">
          <Input
            type="date"
            required
            value={to}
            min={from || undefined}
            max={today}
            onValueChange={setTo}
          />
        </Field>
      </div>
      {isLong && (
        <p role="alert" className="max-w-72 text-13 text-negative-ink">
          These are {days} days. Home shows at most {LONGEST_HOME_DAYS}; reports show longer
          periods.
        </p>
      )}
      <Button type="submit" variant="primary" size="small">
        Show these days
      </Button>
    </form>
  );
}
