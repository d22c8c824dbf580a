"use client";

import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { PasskeyView, SecurityView } from "#lib/dashboard/views/session.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { useSecurityChange } from "./use-security-change.ts";

const COLUMNS: readonly Column<PasskeyView>[] = [
  {
    id: "name",
    header: "Passkey",
    card: "lead",
    cell: (row) => <span className="font-medium">{row.name}</span>,
  },
  {
    id: "added",
    header: "Added",
    width: "w-32",
    align: "right",
    from: "lg",
    cell: (row) => <Timestamp value={row.createdAt} form="list" />,
  },
  {
    id: "used",
    header: "Last used",
    width: "w-32",
    align: "right",
    card: "figure",
    cell: (row) =>
      row.usedAt ? (
        <Timestamp value={row.usedAt} form="list" />
      ) : (
        <span className="text-ink-faint">Never</span>
      ),
  },
  {
    id: "do",
    header: "Remove",
    width: "w-28",
    align: "right",
    interactive: true,
    cell: (row) => <RemovePasskey passkey={row} />,
  },
];

/** Passkeys of the member: add, view, remove. */
export function Passkeys({ security: { passkeys, passkeyHost } }: { security: SecurityView }) {
  return (
    <Section
      title="Passkeys"
      note={
        passkeyHost
          ? "Sign in with your fingerprint, face or PIN instead of password and code. If you lose the device, sign in with your password and remove its passkey here."
          : "Passkeys need a host name, and this installation is reached by an IP address."
      }
      actions={passkeyHost && <AddPasskey host={passkeyHost} />}
    >
      {passkeys.length > 0 && (
        <DataTable
          caption="Your passkeys, oldest first"
          columns={COLUMNS}
          rows={passkeys}
          rowKey={(row) => row.id}
          expectedRows={1}
          empty={null}
        />
      )}
    </Section>
  );
}

function RemovePasskey({ passkey }: { passkey: PasskeyView }) {
  const change = useSecurityChange();
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      touches="It can no longer sign you in. Sessions that it opened stay active; end them below if you no longer have the device."
      verb="Remove passkey"
      trigger={
        <Button size="small" aria-label={`Remove ${passkey.name}`}>
          Remove
        </Button>
      }
      onConfirm={async () => {
        await change(() => client.post("/security/passkeys/:id/remove", { id: passkey.id }));
        toast.done(`${passkey.name} was removed`);
      }}
    />
  );
}
