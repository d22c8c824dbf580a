"use client";

import { Select } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { type Floating, listOf } from "./float.tsx";
import type { Choice } from "./select.tsx";

type Props = Floating & {
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string) => void;
};

/** The list of a select; loaded separately from its trigger. */
export function SelectPopup(props: Props) {
  const { choices, value, onChange, open, onOpenChange, anchor } = props;
  return (
    <Select.Root
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
    >
      <Select.Portal>
        <Select.Positioner
          anchor={anchor}
          sideOffset={4}
          alignItemWithTrigger={false}
          className="z-50 outline-none"
        >
          <Select.Popup className="float max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1">
            <Select.List id={listOf(props.labelledBy)} aria-labelledby={props.labelledBy}>
              {choices.map((choice) => (
                <Item key={choice.value} choice={choice} />
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

function Item({ choice }: { choice: Choice }) {
  return (
    <Select.Item
      value={choice.value}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-small py-1 pr-7 pl-2 text-13 outline-none select-none data-highlighted:bg-surface-hover relative pointer-coarse:min-h-10"
    >
      {choice.icon}
      <span className="flex flex-col">
        <Select.ItemText>{choice.label}</Select.ItemText>
        {choice.note && <span className="text-12 text-ink-faint">{choice.note}</span>}
      </span>
      <Select.ItemIndicator className="absolute right-2 text-accent-ink">
        <Check className="size-3.5" aria-hidden />
      </Select.ItemIndicator>
    </Select.Item>
  );
}
