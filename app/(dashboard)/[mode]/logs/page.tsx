import { readFilters } from "#components/filters/filters.ts";
import { CALLS } from "../../../docs/api/reference.ts";
import { Prefetch } from "../../../server-data.tsx";
import { LOG_FILTERS } from "./log-filters.ts";
import { requestsRead } from "./log-reads.ts";
import { LogsScreen } from "./logs-screen.tsx";

export const metadata = { title: "Logs" };

/** `POST /v1/payments`, by path. Made here: the contract is long, and stays on the server. */
const CALL_CHOICES = Object.entries(CALLS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => pathOf(a.label).localeCompare(pathOf(b.label)));

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function LogsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const filters = readFilters(LOG_FILTERS, await searchParams);
  return (
    <Prefetch reads={[requestsRead(mode, filters)]}>
      <LogsScreen calls={CALL_CHOICES} />
    </Prefetch>
  );
}

function pathOf(label: string): string {
  return label.slice(label.indexOf(" "));
}
