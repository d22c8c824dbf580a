import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { ClockView } from "#lib/dashboard/views/sandbox.ts";
import { useSession } from "../../session.tsx";
import { distanceLabel } from "./clock-labels.ts";
import { clockRead } from "./clock-read.ts";

/** Advances the sandbox clock, then refetches everything on screen. */
export function useAdvance() {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [startMs, setStartMs] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
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
      setFailure(error instanceof Error ? error.message : "The clock was not advanced. Try again.");
    } finally {
      setStartMs(null);
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
  return { go, busy: startMs !== null, startMs, failure };
}
