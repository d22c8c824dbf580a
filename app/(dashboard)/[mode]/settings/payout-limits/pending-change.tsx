"use client";

import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { CurrencyLimitsView } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { useLimitChange } from "./use-limit-change.ts";

type Change = NonNullable<CurrencyLimitsView["change"]>;
/** `isAlone`: nobody but the viewer could confirm it. */
type Props = { change: Change; currency: string; mayDecide: boolean; isAlone: boolean };

/** Limits that somebody wants to raise or switch off, with what another admin can do about it. */
export function PendingChange({ change, currency, mayDecide, isAlone }: Props) {
  const { mode } = useSession();
  const { to, requestedBy, isByViewer, expiresAt } = change;
  const label = to
    ? `${moneyText(to.perPayout, currency)} for one payout and ${moneyText(to.perDay, currency)} within 24 hours`
    : "no limit any more";
  return (
    <div className="mt-4">
      <Banner tone="info" title="A change waits for another admin">
        <p>
          {isByViewer ? "You asked" : `${requestedBy} asked`} for {label}. The change is void if
          nobody confirms it by <Timestamp value={expiresAt} focusable />.
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
        await decide(`/changes/${change.id}/confirm`);
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
        await decide(`/changes/${change.id}/refuse`);
        toast.done("The limits stay as they are");
      }}
    />
  );
}
