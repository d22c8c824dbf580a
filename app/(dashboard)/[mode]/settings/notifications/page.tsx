import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { NOTIFICATION_FILTERS } from "./notification-list.tsx";
import { NotificationsScreen } from "./notifications-screen.tsx";

export const metadata = { title: "Notifications" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NotificationsPage({ searchParams }: Props) {
  const values = readFilters(NOTIFICATION_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/notifications", {}, values)]}>
      <NotificationsScreen />
    </Prefetch>
  );
}
