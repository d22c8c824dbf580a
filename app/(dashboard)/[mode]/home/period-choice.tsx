import { useState } from "react";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { datedSpan, daysApart } from "#components/home/days.ts";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import {
  COMPARED_DAYS_BEFORE,
  HOME_RANGE_DAYS,
  type HomeComparison,
  type HomeRange,
  LONGEST_HOME_DAYS,
} from "#lib/kernel/vocabulary/home.ts";
import { COMPARISONS, RANGES } from "./home-filters.ts";

const DaysForm = later(() =>
  import("#components/time/days-form.tsx").then(({ DaysForm }) => DaysForm),
);

type Props = { home: HomeView; filters: UrlFilters };

/** The period of the home screen and what it is compared with, both in the address. */
export function PeriodChoice({ home, filters }: Props) {
  const [open, setOpen] = useState(false);
  const { period, comparison, today } = home;
  const choose = (range: string, days: number) => {
    setOpen(false);
    const next: Record<string, string> = { ...filters.values, range };
    // A longer period would overlap with what it is compared with.
    if (next.compare && !mayCompare(next.compare as HomeComparison, days)) delete next.compare;
    filters.replace(next, "push");
  };
  return (
    <>
      <Segmented
        label="Range"
        choices={RANGES}
        value={period.preset ?? ""}
        onChange={(name) => choose(name, HOME_RANGE_DAYS[name as HomeRange])}
      />
      <Popover
        title="Days"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            size="small"
            aria-pressed={!period.preset}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            {period.preset ? "Custom" : datedSpan(period.from, period.to, today)}
          </Button>
        }
      >
        <DaysForm
          from={period.from}
          to={period.to}
          max={today}
          faultOf={(from, to) => tooLong(daysOf(from, to))}
          onApply={(from, to) => choose(`${from}..${to}`, daysOf(from, to))}
        />
      </Popover>
      <Select
        label="Compare with"
        choices={COMPARISONS.filter(({ value }) => mayCompare(value, period.days))}
        value={comparison?.kind ?? "none"}
        onChange={(kind) => filters.set("compare", kind)}
        className="h-7! w-48 text-13"
      />
    </>
  );
}

const daysOf = (from: string, to: string) => daysApart(from, to) + 1;

const tooLong = (days: number) =>
  days > LONGEST_HOME_DAYS &&
  `These are ${days} days. Home shows at most ${LONGEST_HOME_DAYS}; reports show longer periods.`;

function mayCompare(kind: HomeComparison, days: number): boolean {
  const before = kind === "none" ? null : COMPARED_DAYS_BEFORE[kind];
  return before === null || days <= before;
}
