import type { Column } from "#components/table/columns.ts";
import { durationText } from "#components/time/format.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { cx } from "#components/ui/cx.ts";
import { ShortId } from "#components/ui/short-id.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { KeyNameView } from "#lib/dashboard/views/requests.ts";
import type { RequestListItemView } from "#lib/dashboard/views/shared.ts";
import { HttpStatus } from "./http-status.tsx";

const REQUEST: Column<RequestListItemView, ListColumn<"logs">> = {
  id: "request",
  header: "Request",
  card: "lead",
  cell: (row) => (
    <>
      <RequestName request={row} />
      {/* Most requests have no value here, so it is left out of phone cards. */}
      <span className="block font-normal md:hidden">
        <Outcome request={row} />
      </span>
    </>
  ),
};

const STATUS: Column<RequestListItemView, ListColumn<"logs">> = {
  id: "status",
  header: "Status",
  width: "w-20",
  card: "figure",
  cell: (row) => <HttpStatus status={row.status} />,
};

const ERROR: Column<RequestListItemView, ListColumn<"logs">> = {
  id: "error",
  header: "Error",
  width: "w-44 xl:w-52",
  from: "lg",
  card: "none",
  cell: (row) => <Outcome request={row} />,
};

const ID: Column<RequestListItemView, ListColumn<"logs">> = {
  id: "id",
  header: "Request id",
  width: "w-40",
  from: "xl",
  card: "none",
  interactive: true,
  cell: (row) => <ShortId id={row.id} what="request id" />,
};

const DURATION: Column<RequestListItemView, ListColumn<"logs">> = {
  id: "duration",
  header: "Took",
  align: "right",
  width: "w-20",
  from: "lg",
  cell: (row) => <span className="tabular-nums">{durationText(row.durationMs)}</span>,
};

const MADE: Column<RequestListItemView, ListColumn<"logs">> = {
  id: "made",
  header: "Received",
  align: "right",
  width: "w-28",
  cell: (row) => <Timestamp value={row.createdAt} />,
};

type NameProps = { request: Pick<RequestListItemView, "method" | "path">; large?: boolean };

/** `POST /v1/payments`, on one line or in full. */
export function RequestName({ request, large }: NameProps) {
  return (
    <span
      className={cx(
        "font-mono [overflow-wrap:anywhere]",
        large ? "text-16" : "text-12 md:block lg:truncate",
      )}
      title={large ? undefined : request.path}
    >
      <span className="font-semibold">{request.method}</span> {request.path}
    </span>
  );
}

function Outcome({ request }: { request: RequestListItemView }) {
  if (request.errorCode) return <code className="font-mono text-12">{request.errorCode}</code>;
  if (request.replayed) return <span className="text-ink-muted">Repeated answer</span>;
  return null;
}

/** Columns of the log. A key is shown by its name. */
export function requestColumns(
  keys: readonly KeyNameView[] = [],
): Column<RequestListItemView, ListColumn<"logs">>[] {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const KEY: Column<RequestListItemView, ListColumn<"logs">> = {
    id: "key",
    header: "Key",
    width: "w-36",
    from: "xl",
    cell: (row) => <span className="text-ink-muted">{names.get(row.keyId) ?? "Dashboard"}</span>,
  };
  return [REQUEST, STATUS, ERROR, KEY, ID, DURATION, MADE];
}

/** For requests listed on another request's page. */
export const SHORT_REQUEST_COLUMNS = [REQUEST, STATUS, { ...ERROR, from: "xl" as const }, MADE];
