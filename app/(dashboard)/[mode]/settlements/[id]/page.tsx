import type { Metadata } from "next";
import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { ROW_FILTERS, VIEW_KEY } from "./row-filters.ts";
import { SettlementScreen } from "./settlement-screen.tsx";

type Props = {
  params: Promise<{ mode: string; id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Settlement ${(await params).id}` };
}

export default async function SettlementPage({ params, searchParams }: Props) {
  const { mode, id } = await params;
  const query = await searchParams;
  const filters = readFilters(ROW_FILTERS, query);
  const rows = read("/:mode/settlements/:id/rows", { mode, id }, filters);
  const settlement = read("/:mode/settlements/:id", { mode, id });
  return (
    <Prefetch reads={query[VIEW_KEY] === "transactions" ? [settlement, rows] : [settlement]}>
      <SettlementScreen id={id} />
    </Prefetch>
  );
}
