import { Sparkline } from "#components/chart/sparkline.tsx";
import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Badge, Status } from "#components/ui/status.tsx";
import type { KeyView } from "#lib/dashboard/views/keys.ts";
import { count, kindWord, requestsOf } from "./key-labels.ts";

/** `rotating`: a second key that replaces it works, too. */
export type KeyRow = KeyView & { rotating: boolean };

const name: Column<KeyRow> = {
  id: "name",
  header: "Name",
  card: "lead",
  cell: (key) => (
    <span className="flex items-center gap-2">
      <span className="truncate font-medium">{key.name}</span>
      {key.scopes && <Badge>Restricted</Badge>}
      {key.rotating && <Badge tone="info">Rotating</Badge>}
    </span>
  ),
};

const kind: Column<KeyRow> = {
  id: "kind",
  from: "xl",
  header: "Kind",
  width: "w-28",
  cell: (key) => kindWord(key),
};

const token: Column<KeyRow> = {
  id: "key",
  header: "Key",
  width: "w-44",
  interactive: true,
  cell: (key) => <KeyHint shown={key} />,
};

const status: Column<KeyRow> = {
  id: "status",
  header: "Status",
  width: "w-28",
  card: "figure",
  cell: (key) => <KeyStatus shown={key} />,
};

const lastUsed: Column<KeyRow> = {
  id: "last",
  from: "lg",
  header: "Last used",
  width: "w-32",
  cell: (key) => <Timestamp value={key.use.lastUsedAt} none="Never" />,
};

const traffic: Column<KeyRow> = {
  id: "day",
  header: "Last 24 hours",
  width: "w-52",
  align: "right",
  cell: (key) => {
    const requests = requestsOf(key.hours);
    return (
      <span className="inline-flex items-center justify-end gap-3 align-middle">
        <Sparkline
          values={key.hours.map((hour) => hour.requests)}
          label={`${count(requests, "request")} in the last 24 hours`}
          className="h-5 w-24"
        />
        <span className="w-14 text-right tabular-nums">{countText(requests)}</span>
      </span>
    );
  },
};

const total: Column<KeyRow> = {
  id: "total",
  header: "Requests",
  width: "w-28",
  align: "right",
  cell: (key) => <span className="tabular-nums">{countText(key.use.requests)}</span>,
};

const ended: Column<KeyRow> = {
  id: "ended",
  header: "Ended",
  width: "w-36",
  cell: (key) => <Timestamp value={key.revokedAt ?? key.expiresAt} />,
};

export const WORKING_COLUMNS = [name, kind, token, traffic, lastUsed, status];
export const ENDED_COLUMNS = [name, kind, token, total, ended, status];

/** The visible part of a key: all of a publishable one, both ends of a secret one. */
export function KeyHint({ shown }: { shown: Pick<KeyView, "hint" | "value"> }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <code className="font-mono text-12 whitespace-nowrap">{shown.hint}</code>
      {shown.value && <CopyButton text={shown.value} what="publishable key" />}
    </span>
  );
}

/** An expiring key shows its date. */
export function KeyStatus({ shown }: { shown: Pick<KeyView, "status" | "expiresAt"> }) {
  if (shown.status === "active" && shown.expiresAt) return <Status status="expiring" />;
  return <Status status={shown.status} />;
}
