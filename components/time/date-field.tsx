"use client";

import { CalendarDays } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "../ui/cx.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { later } from "../ui/later.tsx";
import { Popover } from "../ui/popover.tsx";
import { minuteIn } from "./format.ts";
import { dateText } from "./period-text.ts";
import { useTimeFrame } from "./time-context.tsx";
import { TimeInput } from "./time-field.tsx";
import { dateExample, readDate } from "./typed-date.ts";

const Calendar = later(
  () => import("./calendar.tsx").then(({ Calendar }) => Calendar),
  <div className="h-64" />,
);

export type DateFieldProps = {
  label: string;
  /** `2026-11-17`, with a time of day `2026-11-17T14:05`; "" if there is none. */
  value: string;
  /** Gets "" while the text is no date. */
  onValueChange: (value: string) => void;
  /** With a time of day. */
  minutes?: boolean;
  /** The first and the last day that can be chosen. */
  min?: string;
  max?: string;
  required?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
};

/** The one field of the dashboard for a date, with or without a time: text in the account's format, or a day of a
 *  calendar. ISO 8601 can be typed too. */
export function DateField(props: DateFieldProps) {
  const { label, value, onValueChange, minutes = false } = props;
  const [day = "", ownTime = ""] = value.split("T");
  // Half a date is no value, and has no place for the time that was typed or chosen with the last one.
  const [lastTime, setLastTime] = useState("");
  const time = ownTime || lastTime;
  const [fault, setFault] = useState<string | null>(null);
  const give = (nextDay: string, nextTime: string) => {
    setLastTime(nextTime);
    onValueChange(minutes && nextDay ? `${nextDay}T${nextTime || "00:00"}` : nextDay);
  };
  return (
    <Field label={label} hint={props.hint} error={props.error ?? fault} optional={props.optional}>
      <span className={cx("flex", minutes && "gap-2")}>
        <DayInput
          {...props}
          day={day}
          onFault={setFault}
          onDay={(next) => give(next, time)}
          onEmptied={() => setLastTime("")}
        />
        {minutes && (
          <TimeInput
            label={`${label}: time`}
            className="w-24! shrink-0"
            time={time}
            onFault={setFault}
            onTime={(next) => give(day, next)}
          />
        )}
      </span>
    </Field>
  );
}

type DayInputProps = Pick<DateFieldProps, "label" | "min" | "max" | "required"> & {
  day: string;
  onDay: (day: string) => void;
  /** The field was left without a text: there is no date. */
  onEmptied: () => void;
  /** Gets what is wrong when the field is left; half a date is no mistake while it is being typed. */
  onFault: (fault: string | null) => void;
};

function DayInput(props: DayInputProps) {
  const { label, day, min, max, required, onDay, onEmptied, onFault } = props;
  const { zone, present } = useTimeFrame();
  const today = minuteIn(present, zone).slice(0, 10);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const isUnread = day === "" && (typed ?? "").trim() !== "";
  const fault = isUnread ? `Write the date as ${dateExample(today)}.` : outside(day, { min, max });
  const choose = (next: string) => {
    setOpen(false);
    setTyped(null);
    onFault(outside(next, { min, max }));
    onDay(next);
  };
  return (
    <span className="relative block min-w-0 flex-1">
      <Input
        // The browser does not submit the form before the date is right.
        ref={(input) => input?.setCustomValidity(fault ?? "")}
        value={typed ?? (day && dateText(day))}
        required={required}
        autoComplete="off"
        spellCheck={false}
        placeholder={dateText(today)}
        className="pr-9!"
        onValueChange={(text) => {
          setTyped(text);
          onDay(readDate(text, today) ?? "");
        }}
        onFocus={() => onFault(null)}
        onBlur={() => {
          onFault(fault);
          if (!isUnread) setTyped(null);
          if (typed?.trim() === "") onEmptied();
        }}
      />
      <Popover
        title={label}
        hideTitle
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            aria-label={`Open calendar: ${label}`}
            className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-r-base text-ink-faint transition-colors hover:text-ink pointer-coarse:w-10"
          >
            <CalendarDays className="size-4" aria-hidden />
          </button>
        }
      >
        <Calendar value={day} today={today} min={min} max={max} onPick={choose} />
      </Popover>
    </span>
  );
}

function outside(day: string, { min, max }: Pick<DateFieldProps, "min" | "max">): string | null {
  if (day !== "" && min && day < min) return `${dateText(min)} at the earliest.`;
  return day !== "" && max && day > max ? `${dateText(max)} at the latest.` : null;
}
