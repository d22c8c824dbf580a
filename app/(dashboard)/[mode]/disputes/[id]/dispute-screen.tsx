"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { reasonLabel, reasonName } from "#components/disputes/reasons.ts";
import { Money } from "#components/money/money.tsx";
import { instrumentText } from "#components/payments/labels.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { SimulateMenu } from "../../shared/simulate-menu.tsx";
import { turnsOfDispute } from "../../shared/simulated-turns.ts";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { AcceptDispute } from "./accept-dispute.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import { DisputeNotice } from "./dispute-notice.tsx";
import { disputeTimeline } from "./dispute-timeline.tsx";
import { EvidenceForm } from "./evidence-form.tsx";
import { EvidenceGiven } from "./evidence-given.tsx";
import { useIsOpen } from "./use-is-open.ts";

const REFRESH_MS = 15_000;

/** One dispute: what is claimed, until when and with what it can be answered, and all that happened. */
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
            <SimulateMenu id={dispute.id} turns={turnsOfDispute(dispute)} />
            <AcceptDispute dispute={dispute} />
          </>
        }
      />
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
  const { mode, session } = useSession();
  const isOpen = useIsOpen(dispute);
  const mayAnswer = isOpen && session.may.includes("manage_disputes");
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
        <Section title="What happened" actions={<TimelineLink id={dispute.id} />}>
          <Timeline label="What happened, newest first" entries={disputeTimeline(dispute, mode)} />
        </Section>
      </div>
      <DisputeFacts dispute={dispute} />
    </div>
  );
}
