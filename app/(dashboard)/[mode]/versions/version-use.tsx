"use client";

import { urlParts } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { RealTime } from "#components/time/time-context.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { useSession } from "../../session.tsx";
import { VersionChart } from "./version-chart.tsx";
import { type KeyShare, keysOf, sumOf, type Window } from "./version-labels.ts";

type Row = {
  version: string;
  pinned: boolean;
  newest: boolean;
  supportedUntil: string | null;
  day: number;
  week: number;
  month: number;
  keys: KeyShare[];
  endpoints: VersionsView["endpoints"];
  mode: string;
};

const figure = (id: Window, header: string): Column<Row> => ({
  id,
  header,
  width: "w-20",
  align: "right",
  cell: (row) => (
    <span className={row[id] === 0 ? "text-ink-faint tabular-nums" : "tabular-nums"}>
      {countText(row[id])}
    </span>
  ),
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "version",
    header: "Version",
    width: "w-52",
    card: "lead",
    cell: (row) => (
      <span className="flex items-center gap-2">
        <span className="font-medium tabular-nums">{row.version}</span>
        {row.pinned && <Badge tone="info">Pinned</Badge>}
        {row.newest && <Badge tone="positive">Newest</Badge>}
      </span>
    ),
  },
  {
    id: "until",
    header: "Supported",
    width: "w-40",
    cell: (row) =>
      row.supportedUntil ? (
        <span className="tabular-nums">until {row.supportedUntil}</span>
      ) : (
        <span className="text-ink-muted">no end date</span>
      ),
  },
  figure("day", "24 hours"),
  figure("week", "7 days"),
  figure("month", "30 days"),
  {
    id: "keys",
    header: "Keys, 30 days",
    apart: true,
    from: "lg",
    cell: (row) => <Keys shares={row.keys} />,
  },
  {
    id: "endpoints",
    header: "Endpoints",
    width: "w-64",
    from: "xl",
    interactive: true,
    cell: (row) => <Endpoints row={row} />,
  },
];

/** Versions in use, from the requests rather than the pin. */
export function VersionUse({ view }: { view: VersionsView }) {
  const { mode } = useSession();
  const rows = view.versions.map(({ version, supportedUntil }, index): Row => {
    const use = view.use.filter((one) => one.version === version);
    return {
      version,
      supportedUntil,
      pinned: version === view.pin,
      newest: index === 0,
      day: sumOf(use, "day"),
      week: sumOf(use, "week"),
      month: sumOf(use, "month"),
      keys: keysOf(view, version),
      endpoints: view.endpoints.filter((endpoint) => endpoint.version === version),
      mode,
    };
  });
  return (
    <Section
      title="Versions in use"
      note="A version is supported for at least 24 months after its successor is released. Its end is announced by e-mail and in the changelog."
    >
      <RealTime>
        <div className="mb-4">
          <VersionChart view={view} />
        </div>
      </RealTime>
      <DataTable
        caption={`Versions and their use in ${mode} mode, newest first`}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.version}
      />
    </Section>
  );
}

const SHOWN_KEYS = 3;

function Keys({ shares }: { shares: KeyShare[] }) {
  if (shares.length === 0) return <span className="text-ink-faint">none</span>;
  const more = shares.length - SHOWN_KEYS;
  return (
    <span>
      {shares.slice(0, SHOWN_KEYS).map(({ name, named, requests }, index) => (
        <span key={`${name} ${named}`}>
          {index > 0 && ", "}
          {name}
          <span className="text-ink-faint tabular-nums">
            {" "}
            {countText(requests)}
            {named && " by header"}
          </span>
        </span>
      ))}
      {more > 0 && <span className="text-ink-faint"> and {more} more</span>}
    </span>
  );
}

function Endpoints({ row }: { row: Row }) {
  if (row.endpoints.length === 0) return <span className="text-ink-faint">none</span>;
  const [first, ...rest] = row.endpoints;
  return (
    <span>
      <TextLink href={`/${row.mode}/webhooks/endpoints/${first!.id}`}>
        {urlParts(first!.url).host}
      </TextLink>
      {rest.length > 0 && (
        <TextLink href={`/${row.mode}/webhooks/endpoints`} className="text-ink-faint!">
          {" "}
          and {rest.length} more
        </TextLink>
      )}
    </span>
  );
}
