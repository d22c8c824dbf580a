"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { QueryState } from "#components/data/query-state.tsx";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { useRate } from "#components/time/use-rate.ts";
import { Banner } from "#components/ui/banner.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Status } from "#components/ui/status.tsx";
import { fileAddress } from "#lib/dashboard/client.ts";
import type { ReplayDetailView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { replayRead } from "../../hook-reads.ts";
import { ReplayBar } from "../replay-bar.tsx";
import {
  aboutSeconds,
  causeLabel,
  doneOf,
  isMoving,
  selectionLabel,
  windowLabel,
} from "../replay-labels.ts";
import { ReplayActions } from "./replay-actions.tsx";
import { ReplayLanes } from "./replay-lanes.tsx";

const POLL_MS = 1_000;

/** One replay: progress, rate, actions, and the deliveries that did not arrive. */
export function ReplayScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...replayRead(mode, id),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The replay" loading={<Loading />}>
      {(replay) => <Replay replay={replay} />}
    </QueryState>
  );
}

function Replay({ replay }: { replay: ReplayDetailView }) {
  const { mode, session } = useSession();
  const { zone } = useTimeFrame();
  const replays = `/${mode}/webhooks/replays`;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Replays", href: replays },
          { label: windowLabel(replay.from, replay.to, zone) },
        ]}
        title={`Replay of ${plural(replay.total, "delivery")}`}
        beside={<Status status={replay.status} />}
        actions={
          <>
            <ReplayActions replay={replay} />
            {session.may.includes("download_reports") && (
              <a
                href={fileAddress("/:mode/replays/:id/results.csv", { mode, id: replay.id })}
                download
                className={buttonClass()}
              >
                <Download className="size-3.5" aria-hidden />
                Results as CSV
              </a>
            )}
          </>
        }
      />
      {replay.status === "paused" && replay.reason && (
        <Banner tone="warning" title="Paused">
          {whyPaused(replay).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Banner>
      )}
      <ReplayProgress replay={replay} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 pt-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]">
        <div className="flex min-w-0 flex-col gap-10">
          <ReplayLanes replay={replay} />
          {replay.causes.length > 0 && <Causes replay={replay} />}
        </div>
        <ReplayFacts replay={replay} />
      </div>
    </>
  );
}

/** Why the replay or the share of an endpoint has stopped. */
function whyPaused({ lanes, reason }: ReplayDetailView): string[] {
  const reasons = lanes.flatMap((lane) => lane.reason ?? []);
  return reasons.length > 0 ? reasons : [reason ?? ""];
}

function ReplayProgress({ replay }: { replay: ReplayDetailView }) {
  const { total, delivered, failed, skipped, sent } = replay;
  const done = doneOf(replay);
  const share = total === 0 ? 100 : Math.floor((done * 100) / total);
  return (
    <div className="flex flex-col gap-5 pt-4">
      <div
        role="progressbar"
        aria-label="Replayed so far"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="flex flex-col gap-2"
      >
        <span className="flex items-baseline justify-between gap-4 text-13">
          <span className="font-medium tabular-nums">
            {countText(done)} of {countText(total)} done, {share} %
          </span>
          <PaceLine replay={replay} />
        </span>
        <ReplayBar counts={replay} className="h-2.5!" />
      </div>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        <Stat label="Arrived" value={countText(delivered)} />
        <Stat label="Failed" value={countText(failed)} note={failed > 0 && "no more attempts"} />
        <Stat label="Skipped" value={countText(skipped)} />
        <Stat
          label="In progress"
          value={countText(sent)}
          note={sent > 0 && "sent, or waiting for a retry"}
        />
      </div>
    </div>
  );
}

/** `640 per second, about 13 s left`, or what it waits for. */
function PaceLine({ replay }: { replay: ReplayDetailView }) {
  const { status, total, sent, lanes, frozen } = replay;
  const measured = useRate(doneOf(replay));
  const label = () => {
    if (!frozen && status === "queued") return "Counting deliveries";
    if (status !== "running") return null;
    const waiting = total - doneOf(replay) - sent;
    if (waiting === 0) return `${plural(sent, "delivery")} not answered yet`;
    if (lanes.every((lane) => lane.phase !== "open"))
      return "Sending the first five of each endpoint";
    const rate = measured || lanes.reduce((sum, lane) => sum + lane.perSecond, 0);
    if (rate < 0.5) return null;
    const left = aboutSeconds((total - doneOf(replay)) / rate);
    return `${countText(Math.round(rate))} per second, ${left} left`;
  };
  return <span className="text-right text-12 text-ink-muted tabular-nums">{label()}</span>;
}

function Causes({ replay }: { replay: ReplayDetailView }) {
  return (
    <Section title="Deliveries that did not arrive, and why">
      <ul className="flex flex-col divide-y divide-line text-13">
        {replay.causes.map((cause) => (
          <li
            key={`${cause.outcome} ${cause.reason} ${cause.responseStatus}`}
            className="flex min-h-9 items-center justify-between gap-4 py-1.5"
          >
            <span className="flex min-w-0 items-center gap-2.5">
              <Status status={cause.outcome} />
              {causeLabel(cause)}
            </span>
            <span className="font-medium tabular-nums">{countText(cause.count)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="pt-7">
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="mt-8 h-40" />
    </div>
  );
}

/** The request, and the time of each step. */
function ReplayFacts({ replay }: { replay: ReplayDetailView }) {
  const { zone } = useTimeFrame();
  const ended = replay.finishedAt;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <Section title="Details">
        <DefinitionList
          facts={[
            { term: "Id", value: <ShortId id={replay.id} /> },
            {
              term: "Created between",
              value: windowLabel(replay.from, replay.to, zone),
              hint: zone,
            },
            { term: "Which", value: selectionLabel(replay.statuses, replay.types) },
            {
              term: "Requested",
              value: <Timestamp value={replay.createdAt} form="full" focusable />,
            },
            {
              term: "Started",
              value: <Timestamp value={replay.startedAt} form="full" none="Not yet" focusable />,
            },
            ended
              ? { term: "Ended", value: <Timestamp value={ended} form="full" focusable /> }
              : { term: "Estimated", value: aboutSeconds(replay.estimatedSeconds) },
          ]}
        />
      </Section>
      {replay.byType.length > 0 && <Types replay={replay} />}
    </div>
  );
}

function Types({ replay }: { replay: ReplayDetailView }) {
  return (
    <Section title="By event" note="As counted when the replay was created">
      <ul className="flex flex-col gap-1 text-13">
        {replay.byType.map(({ type, total }) => (
          <li key={type} className="flex justify-between gap-4">
            <code className="font-mono text-12">{type}</code>
            <span className="text-ink-muted tabular-nums">{countText(total)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
