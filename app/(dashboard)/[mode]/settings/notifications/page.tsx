import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { NOTIFICATION_FILTERS } from "./notification-list.tsx";
import { NotificationsScreen } from "./notifications-screen.tsx";

export const metadata = { title: "Notifications" };

export default listPage({
  filters: NOTIFICATION_FILTERS,
  read: (_mode, filters) => read("/notifications", {}, filters),
  screen: <NotificationsScreen />,
});
