import { readFilters } from "#components/filters/filters.ts";
import { Prefetch } from "../../../server-data.tsx";
import { EVENT_FILTERS } from "../webhooks/hook-filters.ts";
import { eventsRead } from "../webhooks/hook-reads.ts";
import { EventsScreen } from "./events-screen.tsx";

export const metadata = { title: "Events" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function EventsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const filters = readFilters(EVENT_FILTERS, await searchParams);
  return (
    <Prefetch reads={[eventsRead(mode, filters)]}>
      <EventsScreen />
    </Prefetch>
  );
}
