import { outcomeLabel, unsentLabel } from "#components/format/delivery-labels.ts";
import { Money } from "#components/money/money.tsx";
import type { Column } from "#components/table/columns.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { DeliveryListItemView } from "#lib/dashboard/views/webhooks.ts";
import { HookUrl } from "./hook-url.tsx";

export type DeliveryColumn = Column<DeliveryListItemView, ListColumn<"deliveries">>;

const TYPE: DeliveryColumn = {
  id: "type",
  header: "Event",
  width: "w-44 xl:w-52",
  card: "lead",
  cell: (row) => (
    <span className="font-medium">
      {row.eventType}
      {row.replayOf && <span className="font-normal text-ink-faint"> · replay</span>}
    </span>
  ),
};

const STATUS: DeliveryColumn = {
  id: "status",
  header: "Status",
  width: "w-28",
  card: "figure",
  cell: (row) => <Status status={row.status} />,
};

const OBJECT: DeliveryColumn = {
  id: "object",
  header: "Object",
  width: "w-32 lg:w-48",
  cell: (row) => (
    // Two lines on a tablet, where both do not fit beside each other.
    <span className="flex gap-x-2 leading-tight md:max-lg:flex-col" title={row.objectId}>
      {row.money && <Money {...row.money} />}
      <code className="truncate font-mono text-12 text-ink-muted max-md:hidden">
        {shortenId(row.objectId)}
      </code>
      <code className="font-mono text-12 whitespace-nowrap text-ink-muted md:hidden">
        {shortenId(row.objectId, 0, 4)}
      </code>
    </span>
  ),
};

const ENDPOINT: DeliveryColumn = {
  id: "endpoint",
  header: "Endpoint",
  cell: (row) => <HookUrl url={row.endpoint.url} deleted={row.endpoint.deleted} />,
};

const OUTCOME: DeliveryColumn = {
  id: "outcome",
  header: "Last answer",
  width: "w-50",
  from: "2xl",
  cell: (row) => (
    <span className="tabular-nums">
      {outcomeLabel(row) ?? <span className="text-ink-faint">{unsentLabel(row.status)}</span>}
    </span>
  ),
};

const ATTEMPTS: DeliveryColumn = {
  id: "attempts",
  header: "Attempts",
  width: "w-36",
  from: "2xl",
  cell: (row) => <Attempts delivery={row} />,
};

const MADE: DeliveryColumn = {
  id: "created",
  header: "Created",
  align: "right",
  width: "w-28",
  cell: (row) => <Timestamp value={row.createdAt} />,
};

function whereTo({ endpoint, replayOf }: DeliveryListItemView) {
  return (
    <>
      <HookUrl url={endpoint.url} deleted={endpoint.deleted} />
      {replayOf && <span className="text-ink-faint"> · replay</span>}
    </>
  );
}

/** `2 of 7, next in 4 min` while in progress, afterwards only the number. */
export function Attempts({ delivery }: { delivery: DeliveryListItemView }) {
  const { status, attemptCount, maxAttempts, nextAttemptAt } = delivery;
  if (status !== "retrying")
    return <span className="text-ink-muted tabular-nums">{attemptCount}</span>;
  return (
    <span className="text-ink-muted tabular-nums">
      {attemptCount} of {maxAttempts}
      {", "}
      <NextAttempt at={nextAttemptAt} />
    </span>
  );
}

/** On a tablet the endpoint is below the event: a column beside the others would be too narrow for an address. */
const TYPE_AND_ENDPOINT: DeliveryColumn = {
  ...TYPE,
  width: "lg:w-44 xl:w-52",
  cell: (row) => (
    <span className="block leading-tight">
      {TYPE.cell(row)}
      <span className="hidden text-12 font-normal md:max-lg:block">
        <HookUrl url={row.endpoint.url} deleted={row.endpoint.deleted} />
      </span>
    </span>
  ),
};

/** The usual columns of the list of all deliveries. */
export const USUAL_DELIVERY_COLUMNS: readonly DeliveryColumn[] = [
  TYPE_AND_ENDPOINT,
  STATUS,
  OBJECT,
  { ...ENDPOINT, from: "lg" },
  // A phone's second line has room for the address only without them.
  { ...OUTCOME, card: "none" },
  { ...ATTEMPTS, card: "none" },
  { ...MADE, card: "figure" },
];
/** On the page of one endpoint. */
export const ENDPOINT_DELIVERY_COLUMNS = [
  TYPE,
  STATUS,
  { ...OUTCOME, width: undefined, from: "lg" as const },
  MADE,
];
/** On the page of one event. */
export const EVENT_DELIVERY_COLUMNS = [
  { ...ENDPOINT, card: "lead" as const, cell: whereTo },
  STATUS,
  { ...OUTCOME, from: "lg" as const },
  MADE,
];

/** `next in 4 min`; `next now` once it is due, even if the clocks differ. */
export function NextAttempt({ at }: { at: string | null }) {
  const { present } = useTimeFrame();
  if (at === null || Date.parse(at) <= present.getTime()) return <>next now</>;
  return (
    <>
      next <Timestamp value={at} />
    </>
  );
}
