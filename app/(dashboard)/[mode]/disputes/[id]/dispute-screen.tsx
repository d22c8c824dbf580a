"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { TimeLeft } from "#components/disputes/deadline.tsx";
import { fieldLabel, reasonLabel, reasonName } from "#components/disputes/reasons.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { instrumentText } from "#components/payments/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";
import { ObjectNotes, ObjectTags } from "../../shared/annotations.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { scenariosOfDispute } from "../../shared/scenarios.ts";
import { SimulateMenu } from "../../shared/simulate-menu.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { AcceptDispute, useIsOpen } from "./accept-dispute.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import { disputeTimeline } from "./dispute-timeline.tsx";
import { EvidenceFiles, useEvidenceFiles } from "./evidence-files.tsx";
import { EvidenceForm } from "./evidence-form.tsx";

const REFRESH_MS = 15_000;

/** One dispute: the claim, its deadline, the evidence, and everything that happened. */
export function DisputeScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/disputes/:id", { mode, id }),
    refetchInterval: ({ state }) => (isDecided(state.data) ? false : REFRESH_MS),
  });
  return (
    <QueryState query={query} what="The dispute" loading={<DetailLoading />}>
      {(dispute) => <Dispute dispute={dispute} />}
    </QueryState>
  );
}

function isDecided(dispute: DisputeView | undefined): boolean {
  return dispute?.status === "won" || dispute?.status === "lost";
}

function Dispute({ dispute }: { dispute: DisputeView }) {
  const { mode } = useSession();
  const who = dispute.customer?.name ?? dispute.customer?.email;
  const note = [reasonName(dispute.reason), instrumentText(dispute.instrument), who];
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Disputes", href: `/${mode}/disputes` }, { label: dispute.id }]}
        title={
          <Money amount={dispute.amount} currency={dispute.currency} large className="text-28" />
        }
        beside={<Status status={dispute.status} />}
        note={note.filter(Boolean).join(" · ")}
        actions={
          <>
            <SimulateMenu id={dispute.id} scenarios={scenariosOfDispute(dispute)} />
            <AcceptDispute dispute={dispute} />
          </>
        }
      />
      <ObjectTags id={dispute.id} noun="dispute" />
      <Tabs
        label="Views of the dispute"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview dispute={dispute} /> },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/disputes/:id/json" id={dispute.id} noun="Dispute" />,
          },
        ]}
      />
    </>
  );
}

function Overview({ dispute }: { dispute: DisputeView }) {
  const { mode } = useSession();
  const isOpen = useIsOpen(dispute);
  const mayAnswer = isOpen && dispute.allowedActions.answer.allowed;
  const { claim, meaning, wins } = reasonLabel(dispute.reason);
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <DisputeNotice dispute={dispute} />
        <Section title={claim}>
          <div className="flex max-w-prose flex-col gap-3 text-14">
            <p className="text-ink-muted">{meaning}</p>
            {isOpen && (
              <p>
                <span className="font-medium">What wins it: </span>
                <span className="text-ink-muted">{wins}</span>
              </p>
            )}
          </div>
        </Section>
        {mayAnswer ? <EvidenceForm dispute={dispute} /> : <EvidenceGiven dispute={dispute} />}
        <ObjectNotes id={dispute.id} noun="dispute" />
        <Section title="What happened" actions={<TimelineLink id={dispute.id} />}>
          <Timeline label="What happened, newest first" entries={disputeTimeline(dispute, mode)} />
        </Section>
      </div>
      <DisputeFacts dispute={dispute} />
    </div>
  );
}

/** The state of a dispute in money and time. */
function DisputeNotice({ dispute }: { dispute: DisputeView }) {
  const isOpen = useIsOpen(dispute);
  const amount = moneyText(dispute.amount, dispute.currency);
  const fee = moneyText(dispute.fee, dispute.currency);
  if (isOpen) {
    return (
      <Banner
        tone="warning"
        title={
          <>
            Respond by <Timestamp value={dispute.evidenceDueBy} form="day" focusable /> ·{" "}
            <TimeLeft to={dispute.evidenceDueBy} />
          </>
        }
      >
        {amount} and the fee of {fee} were taken from your balance. Respond by{" "}
        <Timestamp value={dispute.evidenceDueBy} form="full" focusable />, or the dispute is lost.
      </Banner>
    );
  }
  switch (dispute.status) {
    case "needs_response":
      return (
        <Banner tone="neutral" title="The deadline has passed">
          No evidence was submitted by{" "}
          <Timestamp value={dispute.evidenceDueBy} form="full" focusable />, so {amount} stays with
          the payer.
        </Banner>
      );
    case "under_review":
      return (
        <Banner tone="info" title="The payer's bank is reviewing your evidence">
          It decides on the evidence that you submitted; nothing can be added now. If you win,{" "}
          {amount} returns to your balance.
        </Banner>
      );
    case "won":
      return (
        <Banner tone="positive" title="Dispute won">
          {amount} was returned to your balance. The fee of {fee} is not refunded.
        </Banner>
      );
    default:
      return (
        <Banner tone="negative" title="Dispute lost">
          {amount} stays with the payer. The fee of {fee} is not refunded.
        </Banner>
      );
  }
}

/** The submitted texts, unchanged. */
function EvidenceGiven({ dispute }: { dispute: DisputeView }) {
  const given = Object.entries(dispute.evidence);
  const changes = useEvidenceFiles(dispute.id);
  const wasHandedIn =
    dispute.status === "under_review" ||
    dispute.moves.some((move) => move.status === "under_review");
  const title =
    wasHandedIn || dispute.status === "won" ? "Evidence that you submitted" : "Submitted fields";
  return (
    <Section title={title}>
      {given.length + dispute.files.length === 0 ? (
        <p className="text-14 text-ink-muted">Nothing.</p>
      ) : (
        <dl className="flex flex-col">
          {given.map(([name, text]) => (
            <div key={name} className="border-b border-line py-3 first:pt-0 last:border-b-0">
              <dt className="text-12 text-ink-faint">{fieldLabel(name)}</dt>
              <dd className="mt-1 max-w-prose text-14 [overflow-wrap:anywhere] whitespace-pre-wrap">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {dispute.files.length > 0 && <EvidenceFiles dispute={dispute} changes={changes} />}
    </Section>
  );
}
