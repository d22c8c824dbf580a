import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { BalanceScreen } from "./balance-screen.tsx";
import { ENTRY_FILTERS } from "./entry-filters.ts";

export const metadata = { title: "Balance" };

export default listPage({
  filters: ENTRY_FILTERS,
  read: (mode, filters) => read("/:mode/balance", { mode }, filters),
  screen: <BalanceScreen />,
});
