"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { QueryState } from "#components/data/query-state.tsx";
import { plural } from "#components/format/delivery-labels.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { useRate } from "#components/time/use-rate.ts";
import { Banner } from "#components/ui/banner.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Status } from "#components/ui/status.tsx";
import { fileAddress } from "#lib/dashboard/client.ts";
import type { ReplayDetailView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { replayRead } from "../../hook-reads.ts";
import { ReplayBar } from "../replay-bar.tsx";
import { aboutSeconds, causeLabel, doneOf, isMoving, windowLabel } from "../replay-labels.ts";
import { ReplayActions } from "./replay-actions.tsx";
import { ReplayFacts } from "./replay-facts.tsx";
import { ReplayLanes } from "./replay-lanes.tsx";

const MOVING_MS = 1_000;

/** One replay: how far it is and how fast it goes, what can be done now, and what did not arrive. */
export function ReplayScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...replayRead(mode, id),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? MOVING_MS : false),
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
      <Going replay={replay} />
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

/** A line for each endpoint that stopped, or why the whole of it is paused. */
function whyPaused({ lanes, reason }: ReplayDetailView): string[] {
  const reasons = lanes.flatMap((lane) => lane.reason ?? []);
  return reasons.length > 0 ? reasons : [reason ?? ""];
}

function Going({ replay }: { replay: ReplayDetailView }) {
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
            {done.toLocaleString("en")} of {total.toLocaleString("en")} done, {share} %
          </span>
          <Pace replay={replay} />
        </span>
        <ReplayBar counts={replay} className="h-2.5!" />
      </div>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        <Stat label="Arrived" value={delivered.toLocaleString("en")} />
        <Stat label="Failed" value={failed.toLocaleString("en")} note={failed > 0 && "given up"} />
        <Stat label="Skipped" value={skipped.toLocaleString("en")} />
        <Stat
          label="On the way"
          value={sent.toLocaleString("en")}
          note={sent > 0 && "sent, or waiting for another try"}
        />
      </div>
    </div>
  );
}

/** `640 a second, about 13 s left`, or what it waits for. */
function Pace({ replay }: { replay: ReplayDetailView }) {
  const { status, total, sent, lanes, frozen } = replay;
  const measured = useRate(doneOf(replay));
  const label = () => {
    if (!frozen && status === "queued") return "Counting the set";
    if (status !== "running") return null;
    const waiting = total - doneOf(replay) - sent;
    if (waiting === 0) return `${plural(sent, "delivery")} still to be answered`;
    if (lanes.every((lane) => lane.phase !== "open")) return "The first five of each endpoint";
    const rate = measured || lanes.reduce((sum, lane) => sum + lane.perSecond, 0);
    if (rate < 0.5) return null;
    const left = aboutSeconds((total - doneOf(replay)) / rate);
    return `${Math.round(rate).toLocaleString("en")} a second, ${left} left`;
  };
  return <span className="text-right text-12 text-ink-muted tabular-nums">{label()}</span>;
}

function Causes({ replay }: { replay: ReplayDetailView }) {
  return (
    <Section title="What has not arrived, and why">
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
            <span className="font-medium tabular-nums">{cause.count.toLocaleString("en")}</span>
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
