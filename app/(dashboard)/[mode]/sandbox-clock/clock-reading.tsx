"use client";

import { RunningTime } from "#components/time/countdown.tsx";
import { TimeProvider } from "#components/time/time-context.tsx";
import { Progress } from "#components/ui/progress.tsx";
import type { ClockView } from "#lib/dashboard/views/sandbox.ts";
import { useSession } from "../../session.tsx";
import { distanceLabel } from "./clock-labels.ts";

export type AdvanceProgressProps = { clock: ClockView | undefined; startMs: number };

/** The account's time. Screens on real time have another present, so this one is given explicitly. */
export function ClockReading({ aheadMs }: { aheadMs: number }) {
  const { session } = useSession();
  const { timezone } = session.account;
  return (
    <div>
      <p className="text-16 font-semibold">
        <TimeProvider zone={timezone} renderedAt={session.now} aheadMs={aheadMs}>
          <RunningTime />
        </TimeProvider>
      </p>
      <p className="text-12 text-ink-faint">
        {timezone} ·{" "}
        {aheadMs > 0 ? `${distanceLabel(aheadMs)} ahead of the real time` : "the real time"}
      </p>
    </div>
  );
}

/** Progress of the advance; it continues when the page is left. */
export function AdvanceProgress({ clock, startMs }: AdvanceProgressProps) {
  const whole = Math.max(1, (clock?.targetAheadMs ?? 0) - startMs);
  const done = Math.max(0, (clock?.aheadMs ?? 0) - startMs);
  const left = whole - done;
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Progress
        label="Advancing"
        value={clock ? Math.min(done, whole) : null}
        max={whole}
        detail={left > 0 && clock ? `${distanceLabel(left)} to go` : undefined}
      />
      <p className="mt-2 text-12 text-ink-faint">
        Everything that falls due happens in order. You can leave this page.
      </p>
    </div>
  );
}
