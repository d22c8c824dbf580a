"use client";

import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { CurrencyLimitsView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { useLimitChange } from "./use-limit-change.ts";

type Change = NonNullable<CurrencyLimitsView["change"]>;
/** `isAlone`: nobody but the viewer could confirm it. */
type Props = { change: Change; currency: string; mayDecide: boolean; isAlone: boolean };

/** A requested increase or removal of limits, with the actions of another admin. */
export function PendingChange({ change, currency, mayDecide, isAlone }: Props) {
  const { mode } = useSession();
  const { to, requestedBy, isByViewer, expiresAt } = change;
  const label = to
    ? `${moneyText(to.perPayout, currency)} for one payout and ${moneyText(to.perDay, currency)} within 24 hours`
    : "no limit";
  return (
    <div className="mt-4">
      <Banner tone="info" title="A change is waiting for another admin">
        <p>
          {isByViewer ? "You asked" : `${requestedBy} asked`} for {label}. The request expires
          unless someone confirms it before <Timestamp value={expiresAt} focusable />.
        </p>
        {isAlone && (
          <p className="mt-1">
            Nobody else can confirm it.{" "}
            <TextLink inText href={`/${mode}/settings/team`}>
              Invite another admin
            </TextLink>{" "}
            first.
          </p>
        )}
        {mayDecide && (
          <div className="mt-3 flex flex-wrap gap-2">
            {!isByViewer && <Confirm change={change} label={label} />}
            <RefuseChange change={change} />
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
      touches={`${change.requestedBy} asked for ${label}. It takes effect immediately.`}
      verb="Confirm change"
      danger={false}
      trigger={<Button variant="primary">Confirm</Button>}
      onConfirm={async () => {
        await decide((client, mode) =>
          client.post("/:mode/payout-limits/changes/:id/confirm", { mode, id: change.id }),
        );
        toast.done("Limits changed");
      }}
    />
  );
}

function RefuseChange({ change }: { change: Change }) {
  const decide = useLimitChange();
  const verb = change.isByViewer ? "Withdraw" : "Refuse";
  return (
    <ConfirmDialog
      title={`${verb} this change?`}
      touches="The limits do not change."
      verb={`${verb} change`}
      trigger={<Button>{verb}</Button>}
      onConfirm={async () => {
        await decide((client, mode) =>
          client.post("/:mode/payout-limits/changes/:id/refuse", { mode, id: change.id }),
        );
        toast.done("Limits unchanged");
      }}
    />
  );
}
