import { listPage } from "../shared/pages.tsx";
import { EVENT_FILTERS } from "../webhooks/hook-filters.ts";
import { eventsRead } from "../webhooks/hook-reads.ts";
import { EventsScreen } from "./events-screen.tsx";

export const metadata = { title: "Events" };

export default listPage({
  filters: EVENT_FILTERS,
  read: eventsRead,
  screen: <EventsScreen />,
});
