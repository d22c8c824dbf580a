"use client";

import { useState } from "react";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { shortDay } from "#components/home/days.ts";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";

const DaysForm = later(() =>
  import("#components/time/days-form.tsx").then(({ DaysForm }) => DaysForm),
);

const CHOICES = [
  { value: "this_month", label: "This month" },
  { value: "last_month", label: "Last month" },
  { value: "quarter", label: "Quarter" },
];

type Props = { filters: UrlFilters; period: SettlementReportView["period"] };

/** The one period of the settlement report: a month, the quarter, or any days of arrival. */
export function PeriodChoice({ filters, period }: Props) {
  const [open, setOpen] = useState(false);
  const isCustom = period.choice === "custom";
  const apply = (value: string) => {
    setOpen(false);
    filters.set("period", value);
  };
  return (
    <>
      <Segmented label="Period" choices={CHOICES} value={period.choice} onChange={apply} />
      <Popover
        title="Days of arrival"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="small" aria-pressed={isCustom} className="aria-pressed:bg-accent-soft">
            {isCustom ? `${shortDay(period.fromDay)} to ${shortDay(period.toDay)}` : "Custom"}
          </Button>
        }
      >
        <DaysForm
          from={period.fromDay}
          to={period.toDay}
          onApply={(from, to) => apply(`${from}..${to}`)}
        />
      </Popover>
    </>
  );
}
