"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { moneyText } from "#components/money/money.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CurrencyLimitsView, PayoutLimitsView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { PendingChange } from "./pending-change.tsx";
import { SetLimits } from "./set-limits.tsx";
import { useLimitChange } from "./use-limit-change.ts";

/** Limits above which payouts wait for a second person, by currency. */
export function PayoutLimitsScreen() {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/payout-limits", { mode }));
  return (
    <QueryState query={query} what="The payout limits" loading={<DetailLoading />}>
      {(found) => <PayoutLimits found={found} />}
    </QueryState>
  );
}

function PayoutLimits({ found }: { found: PayoutLimitsView }) {
  const { mode, session } = useSession();
  const mayChange = session.may.includes("manage_account");
  return (
    <>
      <PageHeader
        title="Payout limits"
        note={`Amounts that one person can pay out in ${mode} mode. A payout above a limit waits up to 72 hours for approval.`}
      />
      <div className="flex max-w-160 flex-col gap-8">
        {found.approvers < 2 && <NoOtherApprover />}
        {found.currencies.map((one) => (
          <CurrencyLimits
            key={one.currency}
            one={one}
            mayChange={mayChange}
            admins={found.admins}
          />
        ))}
        {!mayChange && (
          <p className="text-13 text-ink-muted">Only owners and admins can change limits.</p>
        )}
      </div>
    </>
  );
}

function NoOtherApprover() {
  const { mode } = useSession();
  return (
    <Banner tone="warning" title="Nobody else can approve payouts">
      The person who made a payout cannot approve it.{" "}
      <TextLink inText href={`/${mode}/settings/team`}>
        Invite a colleague
      </TextLink>{" "}
      as an admin or with the finance role before you set a limit.
    </Banner>
  );
}

type CurrencyLimitsProps = { one: CurrencyLimitsView; mayChange: boolean; admins: number };

function CurrencyLimits({ one, mayChange, admins }: CurrencyLimitsProps) {
  const { currency, limits, change } = one;
  return (
    <Section
      title={currency}
      actions={
        mayChange && (
          <>
            {limits && <SwitchOff currency={currency} />}
            <SetLimits one={one} />
          </>
        )
      }
    >
      <p className="text-14">
        {limits ? limitLabel(limits, currency) : "No limit: every payout is sent immediately."}
      </p>
      {change && (
        <PendingChange
          change={change}
          currency={currency}
          mayDecide={mayChange}
          isAlone={mayChange && admins < 2}
        />
      )}
    </Section>
  );
}

function limitLabel(limits: NonNullable<CurrencyLimitsView["limits"]>, currency: string): string {
  const { perPayout, perDay } = limits;
  if (perPayout === "0") return "Every payout waits for approval.";
  return `A payout above ${moneyText(perPayout, currency)}, or one that takes the sum of 24 hours above ${moneyText(perDay, currency)}, waits for approval.`;
}

/** Asks to remove the limits; another admin has to confirm. */
function SwitchOff({ currency }: { currency: string }) {
  const change = useLimitChange();
  return (
    <ConfirmDialog
      title={`Remove the limits for ${currency}?`}
      touches="Every payout is then sent immediately. Another admin has to confirm within 72 hours; the limits apply until then."
      verb="Request removal"
      trigger={<Button>Remove limits</Button>}
      onConfirm={async () => {
        await change((client, mode) =>
          client.post("/:mode/payout-limits", { mode }, { currency, limits: null }),
        );
        toast.done("Another admin has to confirm the removal of the limits");
      }}
    />
  );
}
