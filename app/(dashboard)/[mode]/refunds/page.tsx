import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { REFUND_FILTERS } from "./refund-filters.ts";
import { RefundsScreen } from "./refunds-screen.tsx";

export const metadata = { title: "Refunds" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function RefundsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(REFUND_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/refunds", { mode }, values)]}>
      <RefundsScreen />
    </Prefetch>
  );
}
