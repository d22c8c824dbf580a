import { CALLS } from "../../../docs/api/reference.ts";
import { listPage } from "../shared/pages.tsx";
import { LOG_FILTERS } from "./log-filters.ts";
import { requestsRead } from "./log-reads.ts";
import { LogsScreen } from "./logs-screen.tsx";

export const metadata = { title: "Logs" };

/** `POST /v1/payments`, sorted by path. Built on the server, because the contract is large. */
const CALL_CHOICES = Object.entries(CALLS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => pathOf(a.label).localeCompare(pathOf(b.label)));

export default listPage({
  filters: LOG_FILTERS,
  read: requestsRead,
  screen: <LogsScreen calls={CALL_CHOICES} />,
});

function pathOf(label: string): string {
  return label.slice(label.indexOf(" "));
}
