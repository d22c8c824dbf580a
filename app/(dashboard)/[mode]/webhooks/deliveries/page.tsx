import { readFilters } from "#components/filters/filters.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { DELIVERY_FILTERS } from "../hook-filters.ts";
import { deliveriesRead } from "../hook-reads.ts";
import { DeliveriesScreen } from "./deliveries-screen.tsx";

export const metadata = { title: "Deliveries" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const filters = readFilters(DELIVERY_FILTERS, await searchParams);
  return (
    <Prefetch reads={[deliveriesRead(mode, filters)]}>
      <DeliveriesScreen />
    </Prefetch>
  );
}
