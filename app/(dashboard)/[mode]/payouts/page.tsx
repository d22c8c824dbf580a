import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { PAYOUT_FILTERS } from "./payout-filters.ts";
import { PayoutsScreen } from "./payouts-screen.tsx";

export const metadata = { title: "Payouts" };

export default listPage({
  list: "payouts",
  filters: PAYOUT_FILTERS,
  read: (mode, filters, columns) => read("/:mode/payouts", { mode }, { ...filters, ...columns }),
  screen: <PayoutsScreen />,
});
