import { type InvoiceListView, read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { INVOICE_FILTERS } from "./invoice-filters.ts";
import { InvoicesScreen } from "./invoices-screen.tsx";

export const metadata = { title: "Invoices" };

export default listPage({
  filters: INVOICE_FILTERS,
  read: (mode, filters) => read<InvoiceListView>(`/${mode}/invoices`, filters),
  screen: <InvoicesScreen />,
});
