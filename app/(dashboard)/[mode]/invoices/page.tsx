import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { INVOICE_FILTERS } from "./invoice-filters.ts";
import { InvoicesScreen } from "./invoices-screen.tsx";

export const metadata = { title: "Invoices" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function InvoicesPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(INVOICE_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/invoices", { mode }, values)]}>
      <InvoicesScreen />
    </Prefetch>
  );
}
