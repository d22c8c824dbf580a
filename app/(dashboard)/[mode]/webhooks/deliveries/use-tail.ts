"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { DeliveryLineView } from "#lib/dashboard/client.ts";

/** Further down than this somebody reads, and nothing may move under their eyes. */
const READING_PX = 96;
const SHOWN_FRESH_MS = 1_200;

export type Tail = {
  /** What to show: while it waits, the rows it waited with, each as it stands now. */
  rows: DeliveryLineView[] | undefined;
  /** Rows that have just come in. */
  fresh: ReadonlySet<string>;
  waiting: boolean;
  /** How many have come since it waits. */
  behind: number;
  /** Shows them and goes on. */
  catchUp: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Lets new rows in at the top, unless somebody reads further down or has chosen some. */
export function useTail(args: {
  live: boolean;
  rows: DeliveryLineView[] | undefined;
  /** Rows are chosen. */
  held: boolean;
}): Tail {
  const { live, rows, held } = args;
  const reading = useReading(live);
  const waiting = held || (live && reading);
  const kept = useRef<DeliveryLineView[] | undefined>(rows);
  if (!waiting) kept.current = rows;
  const shown = useMemo(() => (waiting ? refreshed(kept.current, rows) : rows), [waiting, rows]);
  return {
    rows: shown,
    fresh: useFresh(live && !waiting, shown),
    waiting,
    behind: waiting ? newerThan(kept.current, rows) : 0,
    catchUp: () => window.scrollTo({ top: 0 }),
  };
}

function newerThan(kept: DeliveryLineView[] = [], rows: DeliveryLineView[] = []): number {
  const newest = kept[0]?.id ?? "";
  return rows.filter(({ id }) => id > newest).length;
}

function refreshed(kept: DeliveryLineView[] | undefined, rows: DeliveryLineView[] | undefined) {
  const now = new Map(rows?.map((row) => [row.id, row]));
  return kept?.map((row) => now.get(row.id) ?? row);
}

function useReading(live: boolean): boolean {
  const [reading, setReading] = useState(false);
  useEffect(() => {
    if (!live) return;
    const look = () => setReading(window.scrollY > READING_PX);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
      setReading(false);
    };
  }, [live]);
  return reading;
}

/** Which rows were not there before, for as long as it takes to see them come. */
function useFresh(on: boolean, rows: DeliveryLineView[] | undefined): ReadonlySet<string> {
  const [fresh, setFresh] = useState(NONE);
  const newest = useRef<string | null>(null);
  useEffect(() => {
    const first = rows?.[0]?.id ?? null;
    const before = newest.current;
    newest.current = first;
    if (!on || before === null || first === null || first <= before) return;
    setFresh(new Set(rows!.filter(({ id }) => id > before).map(({ id }) => id)));
    const timer = setTimeout(() => setFresh(NONE), SHOWN_FRESH_MS);
    return () => clearTimeout(timer);
  }, [on, rows]);
  return fresh;
}
