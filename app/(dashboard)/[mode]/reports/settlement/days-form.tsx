"use client";

import { useState } from "react";
import { PeriodFields } from "#components/time/period-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";

type DaysFormProps = {
  period: SettlementReportView["period"];
  /** Gets the period as the address has it: `2026-11-01..2026-11-17`. */
  onApply: (value: string) => void;
};

/** The first and last day of arrival. */
export function DaysForm({ period, onApply }: DaysFormProps) {
  const [from, setFrom] = useState(period.fromDay);
  const [to, setTo] = useState(period.toDay);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(`${from}..${to}`);
      }}
    >
      <PeriodFields
        from={from}
        to={to}
        onFrom={setFrom}
        onTo={setTo}
        first={{ required: true }}
        last={{ label: "To", hint: "Included", required: true }}
      />
      <Button type="submit" variant="primary" size="small">
        Show these days
      </Button>
    </form>
  );
}
