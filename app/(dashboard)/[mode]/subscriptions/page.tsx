import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { SUBSCRIPTION_FILTERS } from "./subscription-filters.ts";
import { SubscriptionsScreen } from "./subscriptions-screen.tsx";

export const metadata = { title: "Subscriptions" };

export default listPage({
  list: "subscriptions",
  filters: SUBSCRIPTION_FILTERS,
  read: (mode, filters, columns) =>
    read("/:mode/subscriptions", { mode }, { ...filters, ...columns }),
  screen: <SubscriptionsScreen />,
});
