import { readFilters } from "#components/filters/filters.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { BANK_FILTERS, bankRead, linesRead } from "./bank-reads.ts";
import { BankScreen } from "./bank-screen.tsx";

export const metadata = { title: "Bank" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function BankPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const filters = readFilters(BANK_FILTERS, await searchParams);
  return (
    <Prefetch reads={[bankRead(mode), linesRead(mode, filters)]}>
      <BankScreen />
    </Prefetch>
  );
}
