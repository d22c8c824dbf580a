import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { PAYMENT_FILTERS } from "./payment-filters.ts";
import { PaymentsScreen } from "./payments-screen.tsx";

export const metadata = { title: "Payments" };

export default listPage({
  list: "payments",
  filters: PAYMENT_FILTERS,
  read: (mode, filters, columns) => read("/:mode/payments", { mode }, { ...filters, ...columns }),
  screen: <PaymentsScreen />,
});
