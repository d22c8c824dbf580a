"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pause, Play, X } from "lucide-react";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { ReplayDetailView } from "#lib/dashboard/views/webhooks.ts";
import type { ReplayStep } from "#lib/kernel/vocabulary/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { updateOptimistically } from "../../../shared/optimistic-update.ts";
import { isAboutHooks, replayRead } from "../../hook-reads.ts";
import { doneOf } from "../replay-labels.ts";

const FAILED: Record<ReplayStep, string> = {
  pause: "The replay was not paused",
  resume: "The replay was not resumed",
  cancel: "The replay was not canceled",
};

/** The state to show meanwhile. */
const STANDS = { pause: "paused", resume: "running" } as const;

/** Actions on a replay. Says why not to members who may not. */
export function ReplayActions({ replay }: { replay: ReplayDetailView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const steer = useMutation({
    mutationFn: (step: ReplayStep) => {
      const make = async () => {
        await client.post(`/:mode/replays/:id/${step}`, { mode, id: replay.id });
      };
      // Not optimistic: a cancellation cannot be undone.
      if (step === "cancel") return make();
      const { queryKey } = replayRead(mode, replay.id);
      const change = (shown: ReplayDetailView) => {
        const { pause, resume, ...other } = shown.allowedActions;
        const allowedActions = { ...other, pause: resume, resume: pause };
        return { ...shown, status: STANDS[step], allowedActions };
      };
      return updateOptimistically<ReplayDetailView>(queries, { queryKey, change, make });
    },
    onSettled: () => queries.invalidateQueries({ predicate: isAboutHooks }),
    onError: (error, step) => toast.failed(FAILED[step], { error }),
  });
  const { pause, resume, cancel } = replay.allowedActions;
  if (!pause.allowed && !resume.allowed && !cancel.allowed) {
    const isOver = replay.finishedAt !== null;
    return !isOver && <RefusedAction verb="Steer the replay" reason={cancel.reason} />;
  }
  const left = replay.total - doneOf(replay) - replay.sent;
  const icon = "size-3.5";
  return (
    <>
      {pause.allowed ? (
        <Button
          icon={<Pause className={icon} aria-hidden />}
          loading={steer.isPending}
          onClick={() => steer.mutate("pause")}
        >
          Pause
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<Play className={icon} aria-hidden />}
          loading={steer.isPending}
          onClick={() => steer.mutate("resume")}
        >
          Resume
        </Button>
      )}
      <ConfirmDialog
        title="Cancel this replay?"
        touches={`${plural(left, "delivery")} of ${countText(replay.total)} ${left === 1 ? "is" : "are"} not sent yet and ${left === 1 ? "keeps its" : "keep their"} present state and scheduled retries. Sent deliveries are not affected.`}
        verb="Cancel replay"
        trigger={<Button icon={<X className={icon} aria-hidden />}>Cancel</Button>}
        onConfirm={() => steer.mutateAsync("cancel")}
      />
    </>
  );
}
