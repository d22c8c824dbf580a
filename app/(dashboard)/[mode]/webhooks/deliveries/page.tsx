import { listPage } from "../../shared/pages.tsx";
import { DELIVERY_FILTERS } from "../hook-filters.ts";
import { deliveriesRead } from "../hook-reads.ts";
import { DeliveriesScreen } from "./deliveries-screen.tsx";

export const metadata = { title: "Deliveries" };

export default listPage({
  filters: DELIVERY_FILTERS,
  read: deliveriesRead,
  screen: <DeliveriesScreen />,
});
