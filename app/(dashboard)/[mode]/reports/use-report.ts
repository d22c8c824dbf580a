"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { longDay, shortDay } from "#components/home/days.ts";
import { paymentsHref } from "#components/reports/payments-href.ts";
import type { DeclinesView, InterchangeView } from "#lib/dashboard/views/reports.ts";
import { useSession } from "../../session.tsx";

type Frame = Pick<DeclinesView | InterchangeView, "period" | "previous" | "currency">;

const NOT_DIMENSIONS: ReadonlySet<string> = new Set(["period", "currency", "measure"]);

export type ReportLinks = {
  /** This page with one thing changed; the same value again takes it away. */
  toggled: (key: string, value: string) => string;
  /** This page with a filter set, whatever it was. */
  changed: (key: string, value: string) => string;
  isActive: (key: string, value: string) => boolean;
  /** The payments behind a figure: of all of the period, or of a part of it. */
  payments: (args: { created?: string; outcomes?: readonly string[]; also?: Extra }) => string;
};
type Extra = Record<string, string>;

/** Ways on from a report: narrower, or to the payments behind what it counts. */
export function useReportLinks(frame: Frame): ReportLinks {
  const { mode } = useSession();
  const pathname = usePathname();
  const search = useSearchParams();
  const { period, currency } = frame;
  const changed = useCallback(
    (key: string, value: string | null) => {
      const next = new URLSearchParams(search.toString());
      if (value === null) next.delete(key);
      else next.set(key, value || "none");
      return `${pathname}?${next}`;
    },
    [pathname, search],
  );
  const isActive = (key: string, value: string) => search.get(key) === (value || "none");
  const filters = Object.fromEntries([...search].filter(([key]) => !NOT_DIMENSIONS.has(key)));
  return {
    changed,
    isActive,
    toggled: (key, value) => changed(key, isActive(key, value) ? null : value),
    payments: ({ created, outcomes, also = {} }) =>
      paymentsHref(mode, {
        created: created ?? `${period.fromDay}..${period.toDay}`,
        currency,
        outcomes,
        filters: { ...filters, ...nones(also) },
      }),
  };
}

const nones = (extra: Extra) =>
  Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, value || "none"]));

/** `the 30 days before`, `Tuesday 10 Nov`: what a period is held against. */
export function beforeLabel({ period, previous }: Frame): string {
  if (period.days === 1) {
    return period.isOpen
      ? `${longDay(previous.fromDay)} up to the same hour`
      : longDay(previous.fromDay);
  }
  if (period.days < 7) return `${shortDay(previous.fromDay)} to ${shortDay(previous.toDay)}`;
  return `the ${period.days} days before`;
}
