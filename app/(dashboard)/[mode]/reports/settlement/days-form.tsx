"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
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
      <div className="grid grid-cols-2 gap-2">
        <Field label="From">
          <Input type="date" required value={from} max={to || undefined} onValueChange={setFrom} />
        </Field>
        <Field label="To" hint="Included">
          <Input type="date" required value={to} min={from || undefined} onValueChange={setTo} />
        </Field>
      </div>
      <Button type="submit" variant="primary" size="small">
        Show these days
      </Button>
    </form>
  );
}
