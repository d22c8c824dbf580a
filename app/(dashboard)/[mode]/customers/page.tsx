import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { CUSTOMER_FILTERS } from "./customer-filters.ts";
import { CustomersScreen } from "./customers-screen.tsx";

export const metadata = { title: "Customers" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function CustomersPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(CUSTOMER_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/customers", { mode }, values)]}>
      <CustomersScreen />
    </Prefetch>
  );
}
