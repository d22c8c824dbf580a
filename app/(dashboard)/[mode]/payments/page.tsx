import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { PAYMENT_FILTERS } from "./payment-filters.ts";
import { PaymentsScreen } from "./payments-screen.tsx";

export const metadata = { title: "Payments" };

export default listPage({
  filters: PAYMENT_FILTERS,
  read: (mode, filters) => read("/:mode/payments", { mode }, filters),
  screen: <PaymentsScreen />,
});
