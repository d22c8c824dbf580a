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
  /** The address with one filter toggled. */
  toggled: (key: string, value: string) => string;
  /** The address with a filter set. */
  changed: (key: string, value: string) => string;
  isActive: (key: string, value: string) => boolean;
  /** The address of the payments behind a figure, for the period or a part of it. */
  payments: (args: { created?: string; outcomes?: readonly string[]; also?: Extra }) => string;
};
type Extra = Record<string, string>;

/** Links from a report: narrower filters, or the payments behind a figure. */
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

/** `previous 30 days`, `Tuesday 10 Nov`: what a period is compared with. */
export function beforeLabel({ period, previous }: Frame): string {
  if (period.days === 1) {
    return period.isOpen
      ? `${longDay(previous.fromDay)} up to the same hour`
      : longDay(previous.fromDay);
  }
  if (period.days < 7) return `${shortDay(previous.fromDay)} to ${shortDay(previous.toDay)}`;
  return `previous ${period.days} days`;
}
