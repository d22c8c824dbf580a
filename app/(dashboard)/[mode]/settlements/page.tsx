import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { SETTLEMENT_FILTERS } from "./settlement-filters.ts";
import { SettlementsScreen } from "./settlements-screen.tsx";

export const metadata = { title: "Settlements" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SettlementsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(SETTLEMENT_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/settlements", { mode }, values)]}>
      <SettlementsScreen />
    </Prefetch>
  );
}
