import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { BATCH_FILTERS } from "./batch-filters.ts";
import { BatchesScreen } from "./batches-screen.tsx";

export const metadata = { title: "Batches" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function BatchesPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(BATCH_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/payout-batches", { mode }, values)]}>
      <BatchesScreen />
    </Prefetch>
  );
}
