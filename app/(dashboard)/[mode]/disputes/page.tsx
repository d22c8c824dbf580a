import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { DISPUTE_FILTERS } from "./dispute-filters.ts";
import { DisputesScreen } from "./disputes-screen.tsx";

export const metadata = { title: "Disputes" };

export default listPage({
  list: "disputes",
  filters: DISPUTE_FILTERS,
  read: (mode, filters, columns) => read("/:mode/disputes", { mode }, { ...filters, ...columns }),
  screen: <DisputesScreen />,
});
