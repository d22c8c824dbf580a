"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FilterValues, withoutCursors } from "#components/filters/filters.ts";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SumPath } from "#lib/dashboard/internal-api.ts";
import type { ListSumsView } from "#lib/dashboard/views/shared.ts";
import { MOST_LISTED } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";

export type ListSumsProps = {
  path: SumPath;
  /** Describes the amounts: "Requested amounts, whatever became of the payments". */
  what: string;
  filters: FilterValues | undefined;
};

/** Count and sum of all rows that match the filters, per currency: exact, or none for more than `MOST_LISTED`. */
export function ListSums({ path, what, filters = {} }: ListSumsProps) {
  const { mode } = useSession();
  const query = useQuery({
    ...read(`${path}/sums`, { mode }, withoutCursors(filters)),
    placeholderData: keepPreviousData,
  });
  return (
    <div
      aria-busy={query.isPending || query.isPlaceholderData}
      className="flex min-h-7 flex-wrap items-baseline gap-x-4 gap-y-1 pb-1 text-12 text-ink-muted"
    >
      {query.data && <Sums {...query.data} what={what} />}
    </div>
  );
}

function Sums({ sums, hasMore, what }: ListSumsView & { what: string }) {
  if (hasMore) {
    return (
      <span>
        {countText(MOST_LISTED)}+ match. Narrow the filters to at most {countText(MOST_LISTED)} for
        their sums.
      </span>
    );
  }
  return (
    <>
      {sums.map(({ currency, count, amount, captured }) => (
        <span key={currency} className="whitespace-nowrap">
          <Money amount={amount} currency={currency} className="font-medium text-ink" />
          <span className="tabular-nums"> ({countText(count)})</span>
          {captured !== null && (
            <>
              {", captured "}
              <Money amount={captured} currency={currency} />
            </>
          )}
        </span>
      ))}
      <span className="text-ink-faint">{what}</span>
    </>
  );
}
