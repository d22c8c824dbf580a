import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { PLAN_FILTERS } from "./plan-filters.ts";
import { PlansScreen } from "./plans-screen.tsx";

export const metadata = { title: "Plans" };

export default listPage({
  filters: PLAN_FILTERS,
  read: (mode, filters) => read("/:mode/plans", { mode }, filters),
  screen: <PlansScreen />,
});
