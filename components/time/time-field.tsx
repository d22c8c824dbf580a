"use client";

import { useState } from "react";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { timeText } from "./period-text.ts";
import { readTime } from "./typed-date.ts";

type TimeFieldProps = {
  label: string;
  /** `14:05`. */
  value: string;
  /** Gets only times; the form cannot be submitted while the text is none. */
  onValueChange: (value: string) => void;
};

/** A time of day, written and read in the account's format. */
export function TimeField({ label, value, onValueChange }: TimeFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Field label={label} error={fault}>
      <TimeInput time={value} onTime={onValueChange} onFault={setFault} />
    </Field>
  );
}

type TimeInputProps = {
  /** Where no field names it. */
  label?: string;
  time: string;
  onTime: (time: string) => void;
  /** Gets what is wrong when the input is left. */
  onFault: (fault: string | null) => void;
  className?: string;
};

/** The input of a time of day, for a field with a date before it. */
export function TimeInput({ label, time, onTime, onFault, className }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isUnread = typed !== null && readTime(typed) === null;
  const fault = isUnread ? `Write the time as ${timeText("14:05")}.` : "";
  return (
    <Input
      {...(label ? { id: undefined, "aria-label": label } : {})}
      ref={(input) => input?.setCustomValidity(fault)}
      autoComplete="off"
      placeholder={timeText("00:00")}
      value={typed ?? (time && timeText(time))}
      onValueChange={(text) => {
        setTyped(text);
        const read = readTime(text);
        if (read) onTime(read);
      }}
      onFocus={() => onFault(null)}
      onBlur={() => {
        onFault(fault || null);
        if (!isUnread) setTyped(null);
      }}
      className={className}
    />
  );
}
