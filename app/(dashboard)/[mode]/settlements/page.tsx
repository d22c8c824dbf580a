import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { SETTLEMENT_FILTERS } from "./settlement-filters.ts";
import { SettlementsScreen } from "./settlements-screen.tsx";

export const metadata = { title: "Settlements" };

export default listPage({
  filters: SETTLEMENT_FILTERS,
  read: (mode, filters) => read("/:mode/settlements", { mode }, filters),
  screen: <SettlementsScreen />,
});
