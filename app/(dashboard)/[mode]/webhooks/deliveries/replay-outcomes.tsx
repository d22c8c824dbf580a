"use client";

import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { Status } from "#components/ui/status.tsx";
import type { DeliveryListItemView, ReplayedView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../session.tsx";

type Outcome = ReplayedView["outcomes"][number];
type Refusal = Extract<Outcome, { refusal: string }>["refusal"];

const WHY: Record<Refusal, string> = {
  missing: "No longer kept",
  expired: "Its event is no longer kept",
  pending: "Its first attempt has not been made",
  endpoint_disabled: "Its endpoint is disabled: enable it first",
  endpoint_deleted: "Its endpoint was deleted",
  repeated: "A newer delivery of the same event was selected too",
};

export type ReplayOutcomesProps = {
  outcomes: readonly Outcome[];
  /** The rows in the order of selection, by id. */
  rows: ReadonlyMap<string, DeliveryListItemView>;
  onClose: () => void;
};

/** Deliveries that were replayed, those that were not, and why. */
export function ReplayOutcomes({ outcomes, rows, onClose }: ReplayOutcomesProps) {
  const { mode } = useSession();
  const sent = outcomes.filter((one) => "replayId" in one).length;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`${countText(sent)} of ${plural(outcomes.length, "delivery")} sent again`}
      description="Deliveries that were not sent again are unchanged."
      footer={
        <Button variant="primary" onClick={onClose}>
          Back to the list
        </Button>
      }
    >
      <ul aria-label="Outcomes" className="max-h-96 divide-y divide-line overflow-y-auto text-13">
        {outcomes.map((one) => {
          const row = rows.get(one.id);
          const replayed = "replayId" in one;
          return (
            <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="w-36 font-medium">{row?.eventType ?? one.id}</span>
              <span className="min-w-0 flex-1 truncate text-ink-muted">
                {row && urlParts(row.endpoint.url).host}
              </span>
              {replayed ? (
                <PlaceLink
                  href={`/${mode}/webhooks/deliveries/${one.replayId}`}
                  className="rounded-small"
                >
                  <Status status="pending">Sent again</Status>
                </PlaceLink>
              ) : (
                <span className="text-warning-ink">{WHY[one.refusal]}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
