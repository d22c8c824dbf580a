import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { INVOICE_FILTERS } from "./invoice-filters.ts";
import { InvoicesScreen } from "./invoices-screen.tsx";

export const metadata = { title: "Invoices" };

export default listPage({
  filters: INVOICE_FILTERS,
  read: (mode, filters) => read("/:mode/invoices", { mode }, filters),
  screen: <InvoicesScreen />,
});
