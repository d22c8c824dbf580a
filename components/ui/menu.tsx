"use client";

import type { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { cx } from "./cx.ts";
import { type Trigger, useFloat } from "./float.tsx";
import { later } from "./later.tsx";

const ITEM =
  "flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-small px-2 py-1 text-left text-13 outline-none select-none data-highlighted:bg-surface-hover data-disabled:text-ink-faint pointer-coarse:min-h-10";

const MenuPopup = later(() => import("./menu-popup.tsx").then(({ MenuPopup }) => MenuPopup));

/** The parts of menu items. The popup provides them, because items exist only inside one. */
export const MenuParts = createContext<typeof BaseMenu | null>(null);

function useParts(): typeof BaseMenu {
  const parts = useContext(MenuParts);
  if (!parts) throw new Error("a menu item is outside a menu");
  return parts;
}

export type MenuProps = {
  trigger: Trigger;
  side?: "bottom" | "top" | "right";
  align?: "start" | "end";
  children: ReactNode;
};

/** A menu of actions or links behind one button. Arrow keys and first letters move the focus. */
export function Menu({ trigger, side = "bottom", align = "end", children }: MenuProps) {
  const { element, wanted, floating } = useFloat({ trigger, kind: "menu" });
  return (
    <>
      {element}
      {wanted && (
        <MenuPopup {...floating} side={side} align={align}>
          {children}
        </MenuPopup>
      )}
    </>
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
  const { Item } = useParts();
  return (
    <Item
      onClick={onSelect}
      disabled={disabled}
      className={cx(ITEM, danger && "text-negative-ink data-highlighted:bg-negative-soft")}
    >
      {icon}
      {children}
    </Item>
  );
}

/** One of several choices; the current one is ticked. */
export function MenuRadio<V extends string>(props: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  choices: readonly { value: V; label: string; note?: string; icon?: ReactNode }[];
}) {
  const { RadioGroup, Group, GroupLabel, RadioItem, RadioItemIndicator } = useParts();
  return (
    <RadioGroup value={props.value} onValueChange={(value) => props.onChange(value as V)}>
      <Group>
        <GroupLabel className="px-2 pt-1.5 pb-1 text-12 text-ink-faint">{props.label}</GroupLabel>
        {props.choices.map((choice) => (
          <RadioItem key={choice.value} value={choice.value} closeOnClick className={ITEM}>
            {choice.icon}
            <span className="min-w-0 flex-1">
              <span className="block truncate">{choice.label}</span>
              {choice.note && <span className="block text-12 text-ink-faint">{choice.note}</span>}
            </span>
            <RadioItemIndicator className="text-accent-ink">
              <Check className="size-3.5" aria-hidden />
            </RadioItemIndicator>
          </RadioItem>
        ))}
      </Group>
    </RadioGroup>
  );
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator className="my-1 h-px bg-line" />;
}

/** Text above the items, such as the signed-in person. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5 text-12 text-ink-faint">{children}</div>;
}
