"use client";

import { useEffect, useMemo, useRef, useState } from "react";

/** Below this scroll position the person is reading, so rows must not move. */
const READING_PX = 96;
const SHOWN_FRESH_MS = 1_200;

type Line = { id: string };

export type Tail<Row extends Line = Line> = {
  /** The rows to show. While paused: the rows at the time of the pause, each in its current state. */
  rows: Row[] | undefined;
  /** The ids of new rows. */
  fresh: ReadonlySet<string>;
  waiting: boolean;
  /** Number of rows that arrived since the pause. */
  behind: number;
  /** Shows the new rows and resumes. */
  catchUp: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Adds new rows at the top, unless the person has scrolled down or selected rows. */
export function useTail<Row extends Line>(args: {
  live: boolean;
  rows: Row[] | undefined;
  /** Identifies list and page; rows of another page are shown immediately. */
  page?: string;
  /** Rows are selected. */
  held?: boolean;
}): Tail<Row> {
  const { live, rows, page = "", held = false } = args;
  const reading = useReading(live);
  const waiting = held || (live && reading);
  const kept = useRef({ rows, page });
  if (!waiting || kept.current.page !== page) kept.current = { rows, page };
  const before = kept.current.rows;
  const shown = useMemo(() => (waiting ? refreshed(before, rows) : rows), [waiting, before, rows]);
  return {
    rows: shown,
    fresh: useFresh(live && !waiting, shown),
    waiting,
    behind: waiting ? newerThan(before, rows) : 0,
    catchUp: () => window.scrollTo({ top: 0 }),
  };
}

function newerThan(kept: readonly Line[] = [], rows: readonly Line[] = []): number {
  const newest = kept[0]?.id ?? "";
  return rows.filter(({ id }) => id > newest).length;
}

function refreshed<Row extends Line>(kept: Row[] | undefined, rows: Row[] | undefined) {
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

/** The ids of rows that were added in the last 1.2 s, to highlight them. */
function useFresh(on: boolean, rows: Line[] | undefined): ReadonlySet<string> {
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
