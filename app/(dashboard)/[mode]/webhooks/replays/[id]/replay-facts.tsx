import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import type { ReplayDetailView } from "#lib/dashboard/views/webhooks.ts";
import { aboutSeconds, selectionLabel, windowLabel } from "../replay-labels.ts";

/** What was asked for, and when what happened. */
export function ReplayFacts({ replay }: { replay: ReplayDetailView }) {
  const { zone } = useTimeFrame();
  const ended = replay.finishedAt;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <Section title="Details">
        <DefinitionList
          facts={[
            { term: "Id", value: <ShortId id={replay.id} /> },
            { term: "Made between", value: windowLabel(replay.from, replay.to, zone), hint: zone },
            { term: "Which", value: selectionLabel(replay.statuses, replay.types) },
            {
              term: "Asked for",
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
    <Section title="By event" note="As counted when it was asked for">
      <ul className="flex flex-col gap-1 text-13">
        {replay.byType.map(({ type, total }) => (
          <li key={type} className="flex justify-between gap-4">
            <code className="font-mono text-12">{type}</code>
            <span className="text-ink-muted tabular-nums">{total.toLocaleString("en")}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
