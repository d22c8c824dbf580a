"use client";

import { useEffect, useMemo, useRef, useState } from "react";

/** Further down than this somebody reads, and nothing may move under their eyes. */
const READING_PX = 96;
const SHOWN_FRESH_MS = 1_200;

type Line = { id: string };

export type Tail<Row extends Line = Line> = {
  /** What to show: while it waits, the rows it waited with, each as it stands now. */
  rows: Row[] | undefined;
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
export function useTail<Row extends Line>(args: {
  live: boolean;
  rows: Row[] | undefined;
  /** Which page of which list they are: another one is shown at once. */
  page?: string;
  /** Rows are chosen. */
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

/** Which rows were not there before, for as long as it takes to see them come. */
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
