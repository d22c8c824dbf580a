"use client";

import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { CurrencyLimitsView } from "#lib/dashboard/views/payouts.ts";
import { useLimitChange } from "./use-limit-change.ts";

type Change = NonNullable<CurrencyLimitsView["change"]>;
type Props = { change: Change; currency: string; mayDecide: boolean };

/** Limits that somebody wants to raise or switch off, with what another admin can do about it. */
export function PendingChange({ change, currency, mayDecide }: Props) {
  const { to, requestedBy, isByViewer, createdAt, expiresAt } = change;
  const label = to
    ? `${moneyText(to.perPayout, currency)} for one payout and ${moneyText(to.perDay, currency)} within 24 hours`
    : "no limit any more";
  return (
    <div className="mt-4">
      <Banner tone="info" title="A change waits for another admin">
        <p>
          {isByViewer ? "You asked" : `${requestedBy} asked`} for {label},{" "}
          <Timestamp value={createdAt} focusable />. The change is void if nobody confirms it until{" "}
          <Timestamp value={expiresAt} focusable />.
        </p>
        {mayDecide && (
          <div className="mt-3 flex flex-wrap gap-2">
            {!isByViewer && <Confirm change={change} label={label} />}
            <Refuse change={change} />
          </div>
        )}
      </Banner>
    </div>
  );
}

function Confirm({ change, label }: { change: Change; label: string }) {
  const decide = useLimitChange();
  return (
    <ConfirmDialog
      title="Confirm this change?"
      touches={`${change.requestedBy} asked for ${label}. It works at once.`}
      verb="Confirm change"
      danger={false}
      trigger={<Button variant="primary">Confirm</Button>}
      onConfirm={async () => {
        await decide((client, mode) =>
          client.post("/:mode/payout-limits/changes/:id/confirm", { mode, id: change.id }),
        );
        toast.done("The limits are changed");
      }}
    />
  );
}

function Refuse({ change }: { change: Change }) {
  const decide = useLimitChange();
  const verb = change.isByViewer ? "Take back" : "Refuse";
  return (
    <ConfirmDialog
      title={`${verb} this change?`}
      touches="The limits stay as they are."
      verb={`${verb} change`}
      trigger={<Button>{verb}</Button>}
      onConfirm={async () => {
        await decide((client, mode) =>
          client.post("/:mode/payout-limits/changes/:id/refuse", { mode, id: change.id }),
        );
        toast.done("The limits stay as they are");
      }}
    />
  );
}
