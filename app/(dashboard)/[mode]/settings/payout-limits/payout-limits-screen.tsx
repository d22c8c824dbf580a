"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { moneyText } from "#components/money/money.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CurrencyLimitsView, PayoutLimitsView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { PendingChange } from "./pending-change.tsx";
import { SetLimits } from "./set-limits.tsx";
import { SwitchOff } from "./switch-off.tsx";

/** From which amounts on payouts wait for a second person, currency by currency. */
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
        note={`What one person may pay out in ${mode} mode without a second one. A payout above a limit waits up to 72 hours for approval.`}
      />
      <div className="flex max-w-160 flex-col gap-8">
        {found.approvers < 2 && <NobodyElse />}
        {found.currencies.map((one) => (
          <OfCurrency key={one.currency} one={one} mayChange={mayChange} />
        ))}
        {!mayChange && (
          <p className="text-13 text-ink-muted">Owners and admins change the limits.</p>
        )}
      </div>
    </>
  );
}

function NobodyElse() {
  const { mode } = useSession();
  return (
    <Banner tone="warning" title="Nobody else can approve payouts">
      A payout is never approved by the person who made it.{" "}
      <TextLink inText href={`/${mode}/settings/team`}>
        Invite a colleague
      </TextLink>{" "}
      as an admin or for finance before you set a limit.
    </Banner>
  );
}

function OfCurrency({ one, mayChange }: { one: CurrencyLimitsView; mayChange: boolean }) {
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
        {limits ? limitLabel(limits, currency) : "No limit: every payout is sent at once."}
      </p>
      {change && <PendingChange change={change} currency={currency} mayDecide={mayChange} />}
    </Section>
  );
}

function limitLabel(limits: NonNullable<CurrencyLimitsView["limits"]>, currency: string): string {
  const { perPayout, perDay } = limits;
  if (perPayout === "0") return "Every payout waits for approval.";
  return `A payout above ${moneyText(perPayout, currency)}, or one that brings 24 hours above ${moneyText(perDay, currency)}, waits for approval.`;
}
