import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { asked, INTERCHANGE_FILTERS } from "../report-filters.ts";
import { InterchangeScreen } from "./interchange-screen.tsx";

export const metadata = { title: "Interchange++" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function InterchangePage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = asked(readFilters(INTERCHANGE_FILTERS, await searchParams));
  return (
    <Prefetch reads={[read("/:mode/reports/interchange", { mode }, values)]}>
      <InterchangeScreen />
    </Prefetch>
  );
}
