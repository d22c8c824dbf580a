import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrow keys, Home and End move the focus within a row of buttons, which is a single tab stop. */
export function rove(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const ends: Record<string, number> = { Home: 0, End: buttons.length - 1 };
  const step = STEPS[event.key];
  const to = step === undefined ? ends[event.key] : (at + step + buttons.length) % buttons.length;
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}
