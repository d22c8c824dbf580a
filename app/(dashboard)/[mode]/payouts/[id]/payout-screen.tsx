"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Money, moneyText } from "#components/money/money.tsx";
import { railName, shownStatus } from "#components/payouts/labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { PayoutView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { ApprovalBanner } from "../../approvals/approval-banner.tsx";
import { ObjectNotes, ObjectTags } from "../../shared/annotations.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { PayoutActions } from "./payout-actions.tsx";
import { PayoutFacts } from "./payout-facts.tsx";
import { payoutTimeline } from "./payout-timeline.tsx";

const POLL_MS = 2_000;
const MOVING = new Set(["pending", "submitted"]);

/** Not polled while it waits for approval: the decision arrives as a live update. */
const isMoving = (payout: PayoutView | undefined) =>
  payout !== undefined && MOVING.has(payout.status) && payout.approval !== "pending";

/** One payout: amount, beneficiary, state, and everything that happened. */
export function PayoutScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/payouts/:id", { mode, id }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The payout" loading={<DetailLoading />}>
      {(payout) => <Payout payout={payout} />}
    </QueryState>
  );
}

function Payout({ payout }: { payout: PayoutView }) {
  const { mode } = useSession();
  const note = [`To ${payout.beneficiary.name}`, railName(payout.rail), payout.reference];
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Payouts", href: `/${mode}/payouts` }, { label: payout.id }]}
        title={
          <Money amount={payout.amount} currency={payout.currency} large className="text-28" />
        }
        beside={<Status status={shownStatus(payout)} />}
        note={note.filter(Boolean).join(" · ")}
        actions={<PayoutActions payout={payout} />}
      />
      <ObjectTags id={payout.id} noun="payout" />
      <Tabs
        label="Views of the payout"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview payout={payout} /> },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/payouts/:id/json" id={payout.id} noun="Payout" />,
          },
        ]}
      />
    </>
  );
}

function Overview({ payout }: { payout: PayoutView }) {
  const { mode } = useSession();
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <ApprovalRequest payout={payout} />
        <OutcomeBanner payout={payout} />
        <ObjectNotes id={payout.id} noun="payout" />
        <Section title="What happened" actions={<TimelineLink id={payout.id} />}>
          <Timeline label="What happened, newest first" entries={payoutTimeline(payout, mode)} />
        </Section>
      </div>
      <PayoutFacts payout={payout} />
    </div>
  );
}

/** The request for approval. For a payout of a batch it is on the batch's page. */
function ApprovalRequest({ payout }: { payout: PayoutView }) {
  const { mode } = useSession();
  const { asked, batch, id, amount, currency, beneficiary, status } = payout;
  if (!asked) return null;
  if (!batch) {
    const path = "/:mode/payouts/:id" as const;
    const subject = { path, id, what: "payout", amount, currency };
    return (
      <ApprovalBanner
        asked={asked}
        actions={payout.allowedActions}
        subject={{ ...subject, how: `to ${beneficiary.name}` }}
        isCanceled={status === "canceled"}
      />
    );
  }
  if (asked.state !== "pending" || status !== "pending") return null;
  return (
    <Banner tone="warning" title="Waiting for approval">
      It is approved or refused with{" "}
      <TextLink inText href={`/${mode}/batches/${batch.id}`}>
        its batch
      </TextLink>
      .
    </Banner>
  );
}

/** Says that another rail was used than requested, and what that means. */
function OutcomeBanner({ payout }: { payout: PayoutView }) {
  const { status, reason, fallback, amount, currency } = payout;
  if (reason && (status === "returned" || status === "failed")) {
    const hasLanded = payout.transfers.some(({ kind }) => kind === "payout_settled");
    const returned = hasLanded ? "Payout returned" : "The beneficiary's bank rejected it";
    const what = status === "returned" ? returned : "It did not reach the beneficiary's bank";
    return (
      <Banner tone="negative" title={`${what}: ${reason.code}`}>
        {reason.message} {moneyText(amount, currency)} was returned to your payout balance.{" "}
        {status === "returned"
          ? "Check the account with the beneficiary before you send it again."
          : "Send it again later."}
      </Banner>
    );
  }
  if (!fallback) return null;
  return (
    <Banner tone="info" title={`Sent by ${railName(payout.rail)}: ${fallback.code}`}>
      {fallback.message} It arrives one business day later than {railName(payout.railRequested)}{" "}
      would have.
    </Banner>
  );
}
