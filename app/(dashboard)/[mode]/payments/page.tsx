import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { PAYMENT_FILTERS } from "./payment-filters.ts";
import { PaymentsScreen } from "./payments-screen.tsx";

export const metadata = { title: "Payments" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function PaymentsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(PAYMENT_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/payments", { mode }, values)]}>
      <PaymentsScreen />
    </Prefetch>
  );
}
