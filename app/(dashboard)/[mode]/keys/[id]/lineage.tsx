"use client";

import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import type { KeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { KeyStatus } from "../key-columns.tsx";

type Row = KeyView & { isHere: boolean };

const COLUMNS: Column<Row>[] = [
  {
    id: "name",
    header: "Key",
    card: "lead",
    cell: (key) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{key.name}</span>
        {key.isHere && <Badge tone="info">This key</Badge>}
      </span>
    ),
  },
  {
    id: "made",
    header: "Created",
    width: "w-36",
    from: "xl",
    cell: (key) => <Timestamp value={key.createdAt} form="short" />,
  },
  {
    id: "ended",
    header: "Ended",
    width: "w-36",
    cell: (key) => (
      <Timestamp
        value={key.revokedAt ?? (key.status === "expired" ? key.expiresAt : null)}
        form="short"
        none="Works"
      />
    ),
  },
  {
    id: "last",
    header: "Last used",
    width: "w-36",
    cell: (key) => <Timestamp value={key.use.lastUsedAt} none="Never" />,
  },
  {
    id: "total",
    header: "Requests",
    width: "w-28",
    align: "right",
    cell: (key) => <span className="tabular-nums">{countText(key.use.requests)}</span>,
  },
  {
    id: "status",
    header: "Status",
    width: "w-28",
    card: "figure",
    apart: true,
    cell: (key) => <KeyStatus shown={key} />,
  },
];

/** The keys of a rotation chain, oldest first. */
export function Lineage({ keys, here }: { keys: readonly KeyView[]; here: string }) {
  const { mode } = useSession();
  return (
    <Section title="Rotations" note="Each key was created to replace the one above it.">
      <DataTable
        caption="Keys of this rotation chain, oldest first"
        columns={COLUMNS}
        rows={keys.map((key) => ({ ...key, isHere: key.id === here }))}
        rowKey={(key) => key.id}
        rowHref={(key) => `/${mode}/keys/${key.id}`}
      />
    </Section>
  );
}
