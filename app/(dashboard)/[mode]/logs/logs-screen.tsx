"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FilterChoice } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { plural } from "#components/format/delivery-labels.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useTail } from "#components/table/use-tail.ts";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { RequestListView } from "#lib/dashboard/views/requests.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useLiveList } from "../shared/live-list.tsx";
import { withChoices } from "../webhooks/hook-reads.ts";
import { LOG_FILTERS } from "./log-filters.ts";
import { requestsRead } from "./log-reads.ts";
import { requestColumns } from "./request-columns.tsx";

/** Until the first request arrives. */
const FIRST_MS = 2_000;

/** Every API request of the last 30 days with its answer. Live mode follows new requests. */
export function LogsScreen({ calls }: { calls: readonly FilterChoice[] }) {
  return (
    <RealTime>
      <Logs calls={calls} />
    </RealTime>
  );
}

function Logs({ calls }: { calls: readonly FilterChoice[] }) {
  const { mode } = useSession();
  const filters = useUrlFilters(LOG_FILTERS);
  const list = useLiveList(filters);
  const query = useQuery({
    ...requestsRead(mode, filters.values),
    ...list.reading,
    refetchInterval: ({ state }) =>
      list.interval(state.data?.total === 0 && !filters.active ? FIRST_MS : false),
  });
  const { data } = query;
  const keys = data?.keys;
  const columns = useColumns(
    useMemo(() => requestColumns(keys), [keys]),
    "logs",
  );
  const tail = useTail({ live: list.live, rows: data?.requests });
  const defs = withChoices(LOG_FILTERS, { ...choicesOf(data), call: calls });
  return (
    <ListScreen
      title="Logs"
      note="Every API request and its answer, without card data and secrets. Kept for 30 days."
      notice={<Gaps gaps={data?.gaps ?? []} />}
      noun="requests"
      path="/:mode/logs"
      query={query}
      page={data}
      {...list.shown(tail)}
      columns={columns}
      filters={{ ...filters, defs }}
      rowHref={(row) => `/${mode}/logs/${row.id}`}
      caption="API requests, newest first"
      unmatched="Requests are kept for 30 days. Requests without a key, or with an unknown key, are not logged."
      empty={<NoRequests />}
    />
  );
}

function choicesOf(data: RequestListView | undefined) {
  return {
    key: data?.keys.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` })),
    version: data?.versions.map((value) => ({ value, label: value })),
    error: data?.errorCodes.map((value) => ({ value, label: value })),
  };
}

/** Says that requests are missing in the log. */
function Gaps({ gaps }: Pick<RequestListView, "gaps">) {
  const [latest, ...earlier] = gaps;
  if (!latest) return null;
  return (
    <div className="pb-4">
      <Banner tone="warning" title={`${plural(latest.requests, "request")} could not be logged`}>
        Between <Timestamp value={latest.from} form="full" /> and{" "}
        <Timestamp value={latest.to} form="full" /> more requests came than could be logged. They
        were answered normally.
        {earlier.length > 0 && ` This happened ${plural(earlier.length, "time")} before.`}
      </Banner>
    </div>
  );
}

function NoRequests() {
  const { mode, session } = useSession();
  return (
    <NothingYet
      noun="requests"
      action={
        <div className="flex flex-wrap gap-2">
          {session.may.includes("use_shell") && (
            <ButtonLink variant="primary" href={`/${mode}/shell`}>
              Make a call in the shell
            </ButtonLink>
          )}
          <ButtonLink href={`/${mode}/keys`}>View your keys</ButtonLink>
        </div>
      }
    >
      Every call made with one of your keys appears here: the request, the answer, and the reason of
      an error.
    </NothingYet>
  );
}
