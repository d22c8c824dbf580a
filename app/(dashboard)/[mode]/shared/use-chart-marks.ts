"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ChartMark } from "#components/chart/types.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

type Words = typeof import("./marker-words.ts");

/** What happened in a period (as addresses have it), for a chart's `marks`; empty until it is read. Charts of requests have no
 *  incidents. The words are loaded when there is something to mark. */
export function useChartMarks(during: string, about: "payments" | "requests"): ChartMark[] {
  const { mode } = useSession();
  const { zone, present, aheadMs } = useTimeFrame();
  const [words, setWords] = useState<Words | null>(null);
  const { data } = useQuery({
    ...read("/:mode/markers", { mode }, { during }),
    placeholderData: keepPreviousData,
  });
  // Pins and rotations have real times: they have no place among payments that are dated ahead.
  const shown = (data?.markers ?? []).filter(({ kind }) =>
    kind === "incident" ? about === "payments" : about === "requests" || aheadMs === 0,
  );
  const isAny = shown.length > 0;
  useEffect(() => {
    if (isAny) void import("./marker-words.ts").then(setWords);
  }, [isAny]);
  return words ? shown.map((marker) => words.markOf(marker, { mode, zone, present })) : [];
}
