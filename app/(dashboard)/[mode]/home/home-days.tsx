import { useState } from "react";
import { daysApart } from "#components/home/days.ts";
import type { HomePeriod } from "#components/home/period.ts";
import { PeriodFields } from "#components/time/period-fields.tsx";
import { Button } from "#components/ui/button.tsx";
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
      <PeriodFields
        from={from}
        to={to}
        max={today}
        onFrom={setFrom}
        onTo={setTo}
        first={{ required: true }}
        last={{ label: "To", hint: "Included", required: true }}
      />
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
