import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { SUBSCRIPTION_FILTERS } from "./subscription-filters.ts";
import { SubscriptionsScreen } from "./subscriptions-screen.tsx";

export const metadata = { title: "Subscriptions" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SubscriptionsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(SUBSCRIPTION_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/subscriptions", { mode }, values)]}>
      <SubscriptionsScreen />
    </Prefetch>
  );
}
