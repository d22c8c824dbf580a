"use client";

import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cx } from "./cx.ts";
import { useControlTies } from "./field.tsx";
import { useFloat } from "./float.tsx";
import { later } from "./later.tsx";
import { choiceTyped, NOTHING_TYPED, typeOn } from "./typed-choice.ts";

const SelectPopup = later(() =>
  import("./select-popup.tsx").then(({ SelectPopup }) => SelectPopup),
);

export type Choice<V extends string = string> = {
  value: V;
  label: string;
  /** A second line in a muted colour. */
  note?: string;
  icon?: ReactNode;
};

export type SelectProps<V extends string> = {
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
  placeholder?: string;
  /** Needed only if no `Field` names the control. */
  label?: string;
  disabled?: boolean;
  className?: string;
};

/** A choice from a short list. Typing on the closed select chooses an option, as on a native one. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { choices, value, onChange, placeholder = "Choose", label, disabled, className } = props;
  const { name: _, ...ties } = useControlTies();
  const chosen = choices.find((choice) => choice.value === value);
  const typed = useRef(NOTHING_TYPED);
  const type = (event: KeyboardEvent<HTMLElement>) => {
    // When open, the list has the focus, or gets it once loaded.
    if (event.currentTarget.ariaExpanded === "true") return;
    const next = typeOn(typed.current, event, event.timeStamp);
    if (!next) return;
    typed.current = next;
    // A space would open the list.
    event.preventDefault();
    const found = choiceTyped(choices, value, next.text);
    if (found && found.value !== value) onChange(found.value);
  };
  const { element, wanted, floating } = useFloat({
    kind: "listbox",
    trigger: (
      <button
        type="button"
        aria-label={label}
        {...ties}
        disabled={disabled ?? ties.disabled}
        onKeyDown={type}
        className={cx("control flex items-center justify-between gap-2 text-left", className)}
      >
        <span className={cx("truncate", !chosen && "text-ink-faint")}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown className="size-3.5 text-ink-faint" aria-hidden />
      </button>
    ),
  });
  return (
    <>
      {element}
      {wanted && (
        <SelectPopup
          {...floating}
          choices={choices}
          value={value}
          onChange={(next) => onChange(next as V)}
        />
      )}
    </>
  );
}
