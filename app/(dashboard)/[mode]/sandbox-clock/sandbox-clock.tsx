"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useState } from "react";
import { cx } from "#components/ui/cx.ts";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { ClockView } from "#lib/dashboard/views/sandbox.ts";
import { useSession } from "../../session.tsx";
import { distanceLabel, shortDistance } from "./clock-labels.ts";
import { clockRead } from "./clock-read.ts";
import type { AdvanceProgressProps } from "./clock-reading.tsx";

const AdvanceForm = later(() =>
  import("./advance-form.tsx").then(({ AdvanceForm }) => AdvanceForm),
);

const ClockReading = later<{ aheadMs: number }>(() =>
  import("./clock-reading.tsx").then(({ ClockReading }) => ClockReading),
);
const AdvanceProgress = later<AdvanceProgressProps>(() =>
  import("./clock-reading.tsx").then(({ AdvanceProgress }) => AdvanceProgress),
);

const POLL_MS = 500;

/** Shows the account's time in test mode, and lets it advance. */
export function SandboxClock() {
  const { mode, session } = useSession();
  const [open, setOpen] = useState(false);
  const advance = useAdvance();
  const query = useQuery({
    ...clockRead(mode),
    refetchInterval: ({ state }) => (advance.busy || state.data?.isAdvancing ? POLL_MS : false),
  });
  const aheadMs = query.data?.aheadMs ?? session.testClockAheadMs;
  const isMoving = advance.busy || query.data?.isAdvancing === true;
  return (
    <Popover
      title="Sandbox clock"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={cx(
            "flex h-8 shrink-0 items-center gap-1.5 rounded-base px-2 text-12 font-medium tabular-nums transition-colors hover:bg-surface-hover data-popup-open:bg-surface-hover pointer-coarse:h-10",
            aheadMs > 0 ? "text-test-ink" : "text-ink-muted",
          )}
        >
          <Clock className={cx("size-4", isMoving && "animate-pulse")} aria-hidden />
          <span className="sr-only">
            Sandbox clock, {aheadMs > 0 ? "ahead:" : "at the real time"}
          </span>
          {aheadMs > 0 && shortDistance(aheadMs)}
        </button>
      }
    >
      <ClockReading aheadMs={aheadMs} />
      {isMoving ? (
        <AdvanceProgress clock={query.data} startMs={advance.startMs ?? 0} />
      ) : session.may.includes("use_sandbox") ? (
        <AdvanceForm onAdvance={advance.go} failure={advance.failure} />
      ) : (
        <p className="mt-3 border-t border-line pt-3 text-13 text-ink-muted">
          Your role can see this clock but cannot advance it.
        </p>
      )}
    </Popover>
  );
}

/** Advances the sandbox clock, then refetches everything on screen. */
function useAdvance() {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [startMs, setStartMs] = useState<number | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const go = async (seconds: number) => {
    const { queryKey } = clockRead(mode);
    setFailure(null);
    setStartMs(queries.getQueryData<ClockView>(queryKey)?.aheadMs ?? 0);
    try {
      const attempt = crypto.randomUUID();
      const clock = await client.post("/:mode/clock/advance", { mode }, { seconds, attempt });
      queries.setQueryData(queryKey, clock);
      if (!clock.isAdvancing)
        toast.done(`The clock was advanced by ${distanceLabel(seconds * 1_000)}`);
    } catch (error) {
      const isKnown = error instanceof Error;
      setFailure(isKnown ? error : new Error("The clock was not advanced. Try again."));
    } finally {
      setStartMs(null);
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
  return { go, busy: startMs !== null, startMs, failure };
}
