import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { PLAN_FILTERS } from "./plan-filters.ts";
import { PlansScreen } from "./plans-screen.tsx";

export const metadata = { title: "Plans" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function PlansPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(PLAN_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/plans", { mode }, values)]}>
      <PlansScreen />
    </Prefetch>
  );
}
