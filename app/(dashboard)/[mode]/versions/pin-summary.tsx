"use client";

import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { Countdown } from "#components/time/countdown.tsx";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { Stat } from "#components/ui/stat.tsx";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { useSession } from "../../session.tsx";
import { PinDialog } from "./pin-dialog.tsx";
import { atStake, distanceLabel } from "./version-labels.ts";

/** The pin, and the number of requests and endpoints that rely on it. */
export function PinSummary({ view }: { view: VersionsView }) {
  const { mode } = useSession();
  const { requests, keys, named } = atStake(view);
  const { endpoints, pin, versions } = view;
  const elsewhere = endpoints.filter(({ version }) => version !== pin).length;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
        <Stat
          label={`${mode === "live" ? "Live" : "Test"} mode is pinned to`}
          value={pin}
          note={distanceLabel(versions, pin)}
        />
        <Stat
          label="Requests relying on the pin"
          value={countText(requests)}
          note={keys === 0 ? "in the last 24 hours" : `in 24 hours, from ${plural(keys, "key")}`}
        />
        <Stat
          label="Requests with a header"
          value={countText(named)}
          note="in 24 hours, not affected by the pin"
        />
        <Stat
          label="Endpoints"
          value={countText(endpoints.length)}
          note={
            endpoints.length === 0
              ? "none registered"
              : `${elsewhere === 0 ? "none" : elsewhere} in another version`
          }
        />
      </div>
      <LastChange view={view} />
    </div>
  );
}

/** The previous pin, and the button to return to it. */
function LastChange({ view }: { view: VersionsView }) {
  const { session } = useSession();
  const { lastChange, oldest, pin, rollback } = view;
  if (!lastChange || lastChange.to !== pin) return null;
  const { from, at, by } = lastChange;
  const isOpen = oldest === null || from >= oldest;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-muted">
      <span>
        Changed from <span className="tabular-nums">{from}</span> <Timestamp value={at} focusable />
        {by && ` by ${by}`}
      </span>
      {rollback?.to === from && (
        <span>
          <RealTime>
            <Countdown to={rollback.until} />
          </RealTime>{" "}
          left to undo it
        </span>
      )}
      {!isOpen && <span>It could be undone for 72 hours.</span>}
      {isOpen && session.may.includes("manage_versions") && (
        <PinDialog
          view={view}
          target={from}
          trigger={
            <Button variant="quiet" size="small">
              Change back to {from}
            </Button>
          }
        />
      )}
    </p>
  );
}
