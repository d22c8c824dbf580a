"use client";

import { Sparkline } from "#components/chart/sparkline.tsx";
import { countText } from "#components/format/locale.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { Section } from "#components/ui/section.tsx";
import type { KeyDetailView, WatchedKeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { KeyHint } from "../key-columns.tsx";
import { count } from "../key-labels.ts";
import { Callers } from "./callers.tsx";
import { Address, RevokeKey } from "./revoke-key.tsx";
import { verdictOn } from "./rotation-verdict.ts";

export type Pair = { first: WatchedKeyView; second: WatchedKeyView; here: string };

/** Both keys of a rotation in progress, whichever of them is open. */
export function pairOf({ key, predecessor, successors }: KeyDetailView): Pair | null {
  const works = (one: WatchedKeyView | null | undefined) => one?.status === "active";
  const second = successors.find(works);
  if (works(key) && second) return { first: key, second, here: key.id };
  if (works(key) && works(predecessor) && predecessor) {
    return { first: predecessor, second: key, here: key.id };
  }
  return null;
}

/** Both keys side by side on one scale, by minute, and whether the first is safe to revoke. */
export function Rotation({ first, second, here }: Pair) {
  const frame = useTimeFrame();
  const { session } = useSession();
  const verdict = verdictOn(first, second, frame);
  const max = Math.max(...[...first.minutes, ...second.minutes].map((m) => m.requests));
  const mayRevoke = here !== first.id && session.may.includes("manage_keys");
  return (
    <Section
      title="Rotation in progress"
      note="Both keys work. Requests in the last 60 minutes, one bar per minute."
      actions={mayRevoke && <RevokeKey shown={first} label={`Revoke ${first.name}`} />}
    >
      <div className="mb-5" aria-live="polite">
        <Banner tone={verdict.tone} title={verdict.title}>
          {verdict.text}
        </Banner>
      </div>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <RotationKey label="First" shown={first} max={max} here={here} tone="faint" />
        <RotationKey label="Second" shown={second} max={max} here={here} tone="accent" />
      </div>
      <Callers
        id={here}
        shown={[first, second]}
        className="mt-8"
        note="Callers of both keys: those that still use the first one have not switched."
      />
    </Section>
  );
}

function RotationKey(props: {
  label: string;
  shown: WatchedKeyView;
  max: number;
  here: string;
  tone: "accent" | "faint";
}) {
  const { label, shown, max, here, tone } = props;
  const { mode } = useSession();
  const { requests, errors } = shown.lastHour;
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 truncate text-13">
          <span className="text-ink-faint">{label} </span>
          {here === shown.id ? (
            <span className="font-medium">{shown.name}</span>
          ) : (
            <PlaceLink
              href={`/${mode}/keys/${shown.id}`}
              className="font-medium text-accent-ink hover:underline"
            >
              {shown.name}
            </PlaceLink>
          )}
        </p>
        <KeyHint shown={shown} />
      </div>
      <p className="mt-1 flex items-baseline gap-2">
        <span className="text-28 font-semibold tabular-nums">{countText(requests)}</span>
        <span className="text-13 text-ink-muted">
          {requests === 1 ? "request" : "requests"} in the last hour
          {errors > 0 && `, ${count(errors, "error")}`}
        </span>
      </p>
      <Sparkline
        values={shown.minutes.map((minute) => minute.requests)}
        max={max}
        tone={tone}
        label={`${count(requests, "request")} in the last hour, by minute`}
        className="mt-2 h-10 w-full"
      />
      <p className="mt-2 text-12 text-ink-faint">
        Last used <Timestamp value={shown.use.lastUsedAt} none="never" focusable />{" "}
        {shown.use.lastAddress && <Address value={shown.use.lastAddress} />}
        {shown.use.lastVersion && `, version ${shown.use.lastVersion}`}
      </p>
    </div>
  );
}
