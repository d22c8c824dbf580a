"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, longDay } from "../home/days.ts";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { addMonths, monthGrid, monthName, weekColumns } from "./month-grid.ts";

export type CalendarProps = {
  /** The chosen day, or "". */
  value: string;
  /** Today in the account's zone. */
  today: string;
  min?: string;
  max?: string;
  onPick: (day: string) => void;
};

const WEEK = 7;

/** A month of days to choose one from. Arrow keys move by day and week, Page Up and Page Down by month, Home and End
 *  within the week. Weeks begin as in the account's format. */
export function Calendar({ value, today, min = "", max = "", onPick }: CalendarProps) {
  const [at, setAt] = useState(value || within(today, min, max));
  const [moved, setMoved] = useState(false);
  const current = useRef<HTMLButtonElement>(null);
  const month = at.slice(0, 7);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new day gets the focus, after it is rendered.
  useEffect(() => {
    if (moved) current.current?.focus();
  }, [at, moved]);
  const isOut = (day: string) => (min !== "" && day < min) || (max !== "" && day > max);
  const step = (count: number) => setAt(inMonth(addMonths(month, count), at));
  const move = (event: KeyboardEvent) => {
    const next = movedBy(event, at);
    if (!next) return;
    event.preventDefault();
    setMoved(true);
    setAt(within(next, min, max));
  };
  return (
    <div className="w-full">
      <div className="mb-1 flex items-center justify-between">
        <IconButton
          label={`Show ${monthName(addMonths(month, -1))}`}
          size="small"
          onClick={() => step(-1)}
        >
          <ChevronLeft className="size-4" aria-hidden />
        </IconButton>
        <span className="text-13 font-semibold" aria-live="polite">
          {monthName(month)}
        </span>
        <IconButton
          label={`Show ${monthName(addMonths(month, 1))}`}
          size="small"
          onClick={() => step(1)}
        >
          <ChevronRight className="size-4" aria-hidden />
        </IconButton>
      </div>
      <table
        aria-label={monthName(month)}
        className="w-full table-fixed border-collapse text-13 tabular-nums"
      >
        <thead>
          <tr>
            {weekColumns().map(({ name }) => (
              <th key={name} scope="col" className="h-7 text-12 font-medium text-ink-faint">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0 text-center">
                  <button
                    ref={day === at ? current : undefined}
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    disabled={isOut(day)}
                    aria-label={`${longDay(day)} ${day.slice(0, 4)}`}
                    aria-pressed={day === value}
                    aria-current={day === today ? "date" : undefined}
                    onKeyDown={move}
                    onClick={() => onPick(day)}
                    className={cx(
                      "h-8 w-full rounded-small transition-colors disabled:text-ink-faint/60 pointer-coarse:h-10",
                      day === value
                        ? "bg-accent font-semibold text-on-accent"
                        : "enabled:hover:bg-surface-hover",
                      day !== value && !day.startsWith(month) && "text-ink-faint",
                      day !== value && day === today && "font-semibold text-accent-ink",
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The day nearest to `day` that can be chosen. */
function within(day: string, min: string, max: string): string {
  if (max !== "" && day > max) return max;
  return day < min ? min : day;
}

/** The same date in another month, or its last one. */
function inMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same > last ? last : same;
}

/** The day that a key moves to; null for keys that do not move. */
function movedBy({ key, shiftKey }: KeyboardEvent, day: string): string | null {
  const days: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK },
  };
  const count = days[key];
  if (count !== undefined) return addDays(day, count);
  const months = shiftKey ? 12 : 1;
  if (key === "PageUp") return inMonth(addMonths(day.slice(0, 7), -months), day);
  if (key === "PageDown") return inMonth(addMonths(day.slice(0, 7), months), day);
  if (key !== "Home" && key !== "End") return null;
  const week = monthGrid(day.slice(0, 7)).find((one) => one.includes(day));
  return (key === "Home" ? week?.[0] : week?.at(-1)) ?? null;
}
