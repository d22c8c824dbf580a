import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { PAYOUT_FILTERS } from "./payout-filters.ts";
import { PayoutsScreen } from "./payouts-screen.tsx";

export const metadata = { title: "Payouts" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function PayoutsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(PAYOUT_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/payouts", { mode }, values)]}>
      <PayoutsScreen />
    </Prefetch>
  );
}
