import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { CUSTOMER_FILTERS } from "./customer-filters.ts";
import { CustomersScreen } from "./customers-screen.tsx";

export const metadata = { title: "Customers" };

export default listPage({
  list: "customers",
  filters: CUSTOMER_FILTERS,
  read: (mode, filters, columns) => read("/:mode/customers", { mode }, { ...filters, ...columns }),
  screen: <CustomersScreen />,
});
