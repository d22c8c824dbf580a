import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { DISPUTE_FILTERS } from "./dispute-filters.ts";
import { DisputesScreen } from "./disputes-screen.tsx";

export const metadata = { title: "Disputes" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function DisputesPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(DISPUTE_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/disputes", { mode }, values)]}>
      <DisputesScreen />
    </Prefetch>
  );
}
