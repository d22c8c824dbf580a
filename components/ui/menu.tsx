"use client";

import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";

const ITEM =
  "flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-small px-2 py-1 text-left text-13 outline-none select-none data-highlighted:bg-surface-hover data-disabled:text-ink-faint pointer-coarse:min-h-10";

export type MenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  side?: "bottom" | "top" | "right";
  align?: "start" | "end";
  children: ReactNode;
};

/** Actions or places behind one button; arrow keys and first letters move in it. */
export function Menu({ trigger, side = "bottom", align = "end", children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner side={side} align={align} sideOffset={4} className="z-50 outline-none">
          <BaseMenu.Popup className="float min-w-52 max-w-80 p-1 outline-none">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export type MenuItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      onClick={onSelect}
      disabled={disabled}
      className={cx(ITEM, danger && "text-negative-ink data-highlighted:bg-negative-soft")}
    >
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

/** One of several, the present one ticked. */
export function MenuRadio<V extends string>(props: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  choices: readonly { value: V; label: string; note?: string; icon?: ReactNode }[];
}) {
  return (
    <BaseMenu.RadioGroup value={props.value} onValueChange={(value) => props.onChange(value as V)}>
      <BaseMenu.Group>
        <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 text-12 text-ink-faint">
          {props.label}
        </BaseMenu.GroupLabel>
        {props.choices.map((choice) => (
          <BaseMenu.RadioItem key={choice.value} value={choice.value} closeOnClick className={ITEM}>
            {choice.icon}
            <span className="min-w-0 flex-1">
              <span className="block truncate">{choice.label}</span>
              {choice.note && <span className="block text-12 text-ink-faint">{choice.note}</span>}
            </span>
            <BaseMenu.RadioItemIndicator className="text-accent-ink">
              <Check className="size-3.5" aria-hidden />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.Group>
    </BaseMenu.RadioGroup>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}

/** Text above the items: who is signed in, for instance. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5 text-12 text-ink-faint">{children}</div>;
}
