"use client";

import { useQueryClient } from "@tanstack/react-query";
import { relativeMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { WatchedKeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { count } from "../key-labels.ts";

/** Revokes a key, after showing in numbers who still uses it. Live keys ask for their name. `leaked` revokes first and
 * shows the activity afterwards. */
export function RevokeKey(props: { shown: WatchedKeyView; leaked?: boolean; label?: string }) {
  const { shown, leaked = false, label = "Revoke" } = props;
  const { mode } = useSession();
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={leaked ? `Has ${shown.name} leaked?` : `Revoke ${shown.name}?`}
      touches={<RecentUse shown={shown} />}
      verb={leaked ? "Revoke and view activity" : "Revoke key"}
      typeToConfirm={mode === "live" ? shown.name : undefined}
      trigger={
        leaked ? (
          <Button variant="quiet">Leaked?</Button>
        ) : (
          <Button className="text-negative-ink!">{label}</Button>
        )
      }
      onConfirm={async () => {
        await client.post("/:mode/keys/:id/revoke", { mode, id: shown.id }, { name: shown.name });
        toast.done(`${shown.name} was revoked`);
        void queries.invalidateQueries(readsUnder(`/${mode}/keys`));
      }}
    >
      <p className="text-14 text-ink-muted">
        {leaked
          ? "Revoke it first. Nobody can use the key from then on, and this page lists its callers, calls and changes. "
          : null}
        Every request with it is then refused with{" "}
        <code className="font-mono text-13 whitespace-nowrap">401 key_invalid</code>. A revoked key
        never works again.
      </p>
    </ConfirmDialog>
  );
}

function RecentUse({ shown }: { shown: WatchedKeyView }) {
  const { present } = useTimeFrame();
  const { requests } = shown.lastHour;
  const { lastUsedAt, lastAddress } = shown.use;
  if (requests === 0) {
    const never = lastUsedAt === null;
    return never ? "This key was never used." : "No request used this key in the last hour.";
  }
  const when = lastUsedAt && relativeMoment(new Date(lastUsedAt), present);
  const from = lastAddress && <Address value={lastAddress} />;
  return (
    <>
      <strong className="font-semibold text-ink">
        {count(requests, "request")} in the last hour used this key
      </strong>
      {when && (
        <>
          , the last {when === "now" ? "just now" : when} {from}
        </>
      )}
      .
    </>
  );
}

/** `from 203.0.113.4`, with the address in the mono face. */
export function Address({ value }: { value: string }) {
  return (
    <span className="whitespace-nowrap">
      from <code className="font-mono text-[0.92em]">{value}</code>
    </span>
  );
}
