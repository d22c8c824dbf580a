"use client";

import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SessionListItemView } from "#lib/dashboard/views/session.ts";
import { deviceName } from "./device-name.ts";
import { useSecurityChange } from "./use-security-change.ts";

const COLUMNS: readonly Column<SessionListItemView>[] = [
  {
    id: "device",
    header: "Device",
    card: "lead",
    cell: (row) => (
      <span className="inline-flex items-center gap-2 font-medium" title={row.client ?? undefined}>
        {deviceName(row.client)}
        {row.isThis && <Badge tone="positive">This device</Badge>}
      </span>
    ),
  },
  {
    id: "address",
    header: "Address",
    width: "w-40",
    cell: (row) => <code className="font-mono text-12 text-ink-muted">{row.address}</code>,
  },
  {
    id: "since",
    header: "Signed in",
    width: "w-32",
    align: "right",
    from: "lg",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
  {
    id: "seen",
    header: "Last seen",
    width: "w-32",
    align: "right",
    card: "figure",
    cell: (row) => <Timestamp value={row.lastSeenAt ?? row.createdAt} form="list" />,
  },
  {
    id: "do",
    header: "End",
    width: "w-28",
    align: "right",
    interactive: true,
    cell: (row) => (row.isThis ? null : <EndSession session={row} />),
  },
];

/** Every session of the member. Unknown ones can be ended. */
export function Sessions({ sessions }: { sessions: readonly SessionListItemView[] }) {
  const change = useSecurityChange();
  const others = sessions.length - 1;
  return (
    <Section
      title="Where you are signed in"
      actions={
        others > 0 && (
          <ConfirmDialog
            title="Sign out everywhere else?"
            touches={`${others === 1 ? "One other session ends" : `${others} other sessions end`} immediately. You stay signed in here.`}
            verb="Sign out everywhere else"
            trigger={<Button>Sign out everywhere else</Button>}
            onConfirm={async () => {
              await change(() => client.post("/security/sessions/end-others", {}));
              toast.done("You are now signed in only here");
            }}
          />
        )
      }
    >
      <DataTable
        caption="Your sessions, last seen first"
        columns={COLUMNS}
        rows={[...sessions]}
        rowKey={(row) => row.id}
        expectedRows={2}
        empty={null}
      />
    </Section>
  );
}

function EndSession({ session }: { session: SessionListItemView }) {
  const change = useSecurityChange();
  const device = deviceName(session.client);
  return (
    <Button
      size="small"
      aria-label={`Sign out ${device} at ${session.address ?? "an unknown address"}`}
      onClick={() =>
        void change(() => client.post("/security/sessions/:id/end", { id: session.id })).then(
          () => toast.done(`${device} was signed out`),
          (error: Error) => toast.failed(error),
        )
      }
    >
      Sign out
    </Button>
  );
}
