import { cx } from "#components/ui/cx.ts";
import type { AttemptView } from "#lib/dashboard/views/webhooks.ts";
import { timingPhases } from "./timing-phases.ts";

const LOOKS = {
  dns: ["fill-chart-5", "bg-chart-5"],
  connect: ["fill-chart-2", "bg-chart-2"],
  tls: ["fill-chart-4", "bg-chart-4"],
  wait: ["fill-chart-1", "bg-chart-1"],
  body: ["fill-chart-3", "bg-chart-3"],
  lost: ["fill-negative", "bg-negative"],
} as const;

const WIDTH = 1_000;
const GAP = 3;

/** The duration of an attempt by phase. */
export function TimingBar({ attempt }: { attempt: AttemptView }) {
  const phases = timingPhases(attempt);
  const total = phases.reduce((sum, phase) => sum + phase.ms, 0);
  if (total === 0) return null;
  const placed = phases.map((phase, index) => {
    const before = phases.slice(0, index).reduce((sum, each) => sum + each.ms, 0);
    return {
      ...phase,
      x: (before / total) * WIDTH,
      width: Math.max(2, (phase.ms / total) * WIDTH - GAP),
    };
  });
  return (
    <figure aria-label="Duration by phase">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} 6`}
        preserveAspectRatio="none"
        className="block h-1.5 w-full overflow-hidden rounded-full"
      >
        {placed.map((phase) => (
          <rect
            key={phase.id}
            x={phase.x}
            width={phase.width}
            height={6}
            className={LOOKS[phase.id][0]}
          />
        ))}
      </svg>
      <figcaption className="mt-2">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-muted tabular-nums">
          {phases.map((phase) => (
            <li key={phase.id} className="flex items-center gap-1.5">
              <span aria-hidden className={cx("size-2 rounded-small", LOOKS[phase.id][1])} />
              {phase.label} {phase.text}
            </li>
          ))}
          {attempt.timings.firstByteMs !== undefined && attempt.timings.dnsMs === undefined && (
            <li className="text-ink-faint">on an open connection</li>
          )}
        </ul>
      </figcaption>
    </figure>
  );
}
