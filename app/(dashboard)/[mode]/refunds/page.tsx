import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { REFUND_FILTERS } from "./refund-filters.ts";
import { RefundsScreen } from "./refunds-screen.tsx";

export const metadata = { title: "Refunds" };

export default listPage({
  list: "refunds",
  filters: REFUND_FILTERS,
  read: (mode, filters, columns) => read("/:mode/refunds", { mode }, { ...filters, ...columns }),
  screen: <RefundsScreen />,
});
