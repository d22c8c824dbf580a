"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Money } from "#components/money/money.tsx";
import { instrumentText } from "#components/payments/labels.ts";
import { whyDear } from "#components/reports/why-dear.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { MostExpensiveView } from "#lib/dashboard/views/reports.ts";
import { useSession } from "../../../session.tsx";

type Line = MostExpensiveView["charges"][number];

const COLUMNS: readonly Column<Line>[] = [
  {
    id: "fee",
    header: "Cost",
    align: "right",
    width: "w-32",
    card: "figure",
    cell: (line) => <Money amount={line.fee} currency={line.currency} />,
  },
  {
    id: "rate",
    header: "In bp",
    align: "right",
    width: "w-20",
    card: "none",
    cell: (line) => line.effectiveBp.toFixed(1),
  },
  {
    id: "amount",
    header: "Of",
    align: "right",
    width: "w-32",
    from: "lg",
    card: "none",
    cell: (line) => <Money amount={line.amount} currency={line.currency} />,
  },
  {
    id: "with",
    header: "Paid with",
    width: "w-44",
    card: "lead",
    apart: true,
    cell: (line) => instrumentText(line.instrument),
  },
  {
    id: "why",
    header: "Why",
    // The reason is what the table is for: a phone shows all of it.
    cell: (line) => <span className="max-md:whitespace-normal">{whyDear(line)}</span>,
  },
  {
    id: "booked",
    header: "Booked",
    width: "w-36",
    from: "2xl",
    card: "none",
    cell: (line) => <Timestamp value={line.bookedAt} form="short" />,
  },
];

/** The most expensive charges with the reason. Each links to its payment. */
export function MostExpensive({ params }: { params: Record<string, string> }) {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/reports/interchange/most-expensive", { mode }, params));
  return (
    <Section title="Most expensive charges" note="By total fees, highest first">
      <QueryState query={query} what="The charges" loading={<Skeleton className="h-64 w-full" />}>
        {({ charges }) => (
          <DataTable
            caption="Most expensive charges, highest first"
            columns={COLUMNS}
            rows={charges}
            rowKey={(line) => line.id}
            rowHref={(line) => `/${mode}/payments/${line.paymentId}`}
            empty={<p className="text-13 text-ink-muted">No charges in this period.</p>}
          />
        )}
      </QueryState>
    </Section>
  );
}
