import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { BalanceScreen } from "./balance-screen.tsx";
import { ENTRY_FILTERS } from "./entry-filters.ts";

export const metadata = { title: "Balance" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function BalancePage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(ENTRY_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/balance", { mode }, values)]}>
      <BalanceScreen />
    </Prefetch>
  );
}
