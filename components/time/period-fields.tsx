"use client";

import { cx } from "../ui/cx.ts";
import { DateField, type DateFieldProps } from "./date-field.tsx";

type End = Pick<DateFieldProps, "label" | "hint" | "error" | "required" | "optional">;

export type PeriodFieldsProps = {
  from: string;
  to: string;
  onFrom: (value: string) => void;
  onTo: (value: string) => void;
  /** With times of day: the fields are below each other. */
  minutes?: boolean;
  /** The last day that can be chosen. */
  max?: string;
  first?: Partial<End>;
  last?: Partial<End>;
  className?: string;
};

/** The two ends of a period. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { from, to, onFrom, onTo, minutes = false, max } = props;
  const layout = minutes
    ? "flex flex-col gap-3"
    : "grid grid-cols-2 gap-2 pointer-coarse:grid-cols-1";
  return (
    <div className={cx(props.className ?? layout)}>
      <DateField
        label="From"
        {...props.first}
        minutes={minutes}
        value={from}
        max={to.slice(0, 10) || max}
        onValueChange={onFrom}
      />
      <DateField
        label="Until"
        {...props.last}
        minutes={minutes}
        value={to}
        min={from.slice(0, 10) || undefined}
        max={max}
        onValueChange={onTo}
      />
    </div>
  );
}
