import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { MANDATE_FILTERS } from "./mandate-filters.ts";
import { MandatesScreen } from "./mandates-screen.tsx";

export const metadata = { title: "Mandates" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function MandatesPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(MANDATE_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/mandates", { mode }, values)]}>
      <MandatesScreen />
    </Prefetch>
  );
}
