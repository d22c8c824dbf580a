import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { asked, DECLINES_FILTERS } from "../report-filters.ts";
import { DeclinesScreen } from "./declines-screen.tsx";

export const metadata = { title: "Declines" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function DeclinesPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = asked(readFilters(DECLINES_FILTERS, await searchParams));
  return (
    <Prefetch reads={[read("/:mode/reports/declines", { mode }, values)]}>
      <DeclinesScreen />
    </Prefetch>
  );
}
