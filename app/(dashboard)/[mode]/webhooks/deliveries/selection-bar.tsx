"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw, X } from "lucide-react";
import { useRef, useState } from "react";
import { plural } from "#components/format/delivery-labels.ts";
import type { RowSelection } from "#components/table/use-row-selection.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { DeliveryListItemView, ReplayedView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../session.tsx";
import { isAboutHooks } from "../hook-reads.ts";
import { ReplayOutcomes } from "./replay-outcomes.tsx";

export type SelectionBarProps = {
  selection: RowSelection;
  /** Rows of the shown page; rows of other pages can be selected, too. */
  rows: readonly DeliveryListItemView[];
};

/** Actions on the selected rows, then the outcome of each. */
export function SelectionBar({ selection, rows }: SelectionBarProps) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [done, setDone] = useState<ReplayedView | null>(null);
  const count = selection.selected.size;
  const elsewhere = count - rows.filter(({ id }) => selection.selected.has(id)).length;
  const seen = useRef(new Map<string, DeliveryListItemView>());
  for (const row of rows) if (selection.selected.has(row.id)) seen.current.set(row.id, row);
  const replay = useMutation({
    mutationFn: (ids: string[]) => client.post("/:mode/deliveries/replay", { mode }, { ids }),
    onSuccess: (answer) => {
      selection.clear();
      void queries.invalidateQueries({ predicate: isAboutHooks });
      const sent = answer.outcomes.filter((one) => "replayId" in one).length;
      if (sent === answer.outcomes.length) {
        toast.done(`${plural(sent, "delivery")} sent again`, {
          description: "Each as a new delivery, at the top of the list.",
        });
      } else setDone(answer);
    },
    onError: (error) => toast.failed("Nothing was sent again", { error }),
  });
  return (
    <>
      {count > 0 && (
        <div className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-3 rounded-large border border-line bg-surface-raised py-2 pr-2 pl-4 shadow-float">
          <p role="status" className="text-13 font-medium tabular-nums">
            {count} selected
          </p>
          {elsewhere > 0 && (
            <span className="text-12 text-ink-muted tabular-nums">{elsewhere} on other pages</span>
          )}
          <span className="flex items-center gap-1.5 text-12 text-ink-faint max-lg:hidden">
            <Kbd>x</Kbd> one <Kbd>⇧</Kbd>
            <Kbd>x</Kbd> up to here
          </span>
          <Button
            variant="primary"
            size="small"
            icon={<RotateCw className="size-3.5" aria-hidden />}
            loading={replay.isPending}
            onClick={() => replay.mutate([...selection.selected])}
          >
            Replay {count} selected
          </Button>
          <IconButton label="Clear the selection (Esc)" size="small" onClick={selection.clear}>
            <X className="size-4" aria-hidden />
          </IconButton>
        </div>
      )}
      {done && (
        <ReplayOutcomes
          outcomes={done.outcomes}
          rows={seen.current}
          onClose={() => setDone(null)}
        />
      )}
    </>
  );
}
