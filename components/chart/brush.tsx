"use client";

import { type PointerEvent, useRef } from "react";
import { periodText } from "../time/period-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextLink } from "../ui/text-link.tsx";
import {
  type BrushEnd,
  type BrushWindow,
  between,
  isWhole,
  keyed,
  panned,
  withEnd,
} from "./brush-window.ts";
import type { Room } from "./shared-axis.ts";
import { daysOf } from "./spans.ts";
import type { ChartPoint } from "./types.ts";

export type BrushProps = {
  points: readonly ChartPoint[];
  /** The values of the first series, which are drawn small. */
  values: readonly (number | null)[];
  room: Room;
  /** Null: all points. */
  window: BrushWindow | null;
  onShow: (window: BrushWindow | null) => void;
  /** The address of the page with these days as its period. */
  periodHref?: (from: string, to: string) => string;
};

/** Chooses which part of a long period the chart above shows: by dragging, also with a finger, or with the arrow keys,
 *  Page Up, Page Down, Home and End on either end. */
export function Brush(props: BrushProps) {
  const { points, room, onShow } = props;
  const count = points.length;
  const window = props.window ?? { from: 0, to: count - 1 };
  const give = (next: BrushWindow) => onShow(isWhole(next, count) ? null : next);
  const { track, listeners } = useDrag(count, window, give);
  const end = (side: BrushEnd) => (
    <BrushHandle
      side={side}
      at={window[side]}
      points={points}
      onMove={(to) => give(withEnd(window, side, to, count))}
    />
  );
  const edge = (index: number) => `${(100 * index) / count}%`;
  return (
    <div className="h-18 pt-1 print:hidden">
      <div
        ref={track}
        {...listeners}
        className="relative h-9 cursor-crosshair touch-pan-y rounded-small bg-surface-sunken select-none"
        style={{ marginLeft: room.left, marginRight: room.right }}
      >
        <SmallBars values={props.values} />
        <span
          className="absolute inset-y-0 left-0 rounded-l-small bg-surface/70"
          style={{ width: edge(window.from) }}
        />
        <span
          className="absolute inset-y-0 right-0 rounded-r-small bg-surface/70"
          style={{ left: edge(window.to + 1) }}
        />
        <span
          data-pans=""
          className={cx(
            "absolute inset-y-0 border-y border-line-control",
            props.window && "cursor-grab active:cursor-grabbing",
          )}
          style={{ left: edge(window.from), right: edge(count - window.to - 1) }}
        />
        {end("from")}
        {end("to")}
      </div>
      <BrushLine {...props} />
    </div>
  );
}

/** The shown days, and the actions on them. */
function BrushLine({ points, room, window, onShow, periodHref }: BrushProps) {
  const days = window && daysOf(points.slice(window.from, window.to + 1));
  return (
    <p
      aria-live="polite"
      className="flex h-7 items-center gap-x-3 overflow-hidden text-12 whitespace-nowrap text-ink-faint"
      style={{ marginLeft: room.left }}
    >
      {days === null ? (
        "Drag to show a part of the period"
      ) : (
        <>
          <span className="truncate text-ink-muted tabular-nums">
            {periodText(days.from, days.to)}
          </span>
          <Button variant="quiet" size="small" className="-mx-1.5" onClick={() => onShow(null)}>
            Show all
          </Button>
          {periodHref && <TextLink href={periodHref(days.from, days.to)}>Use this period</TextLink>}
        </>
      )}
    </p>
  );
}

type HandleProps = {
  side: BrushEnd;
  at: number;
  points: readonly ChartPoint[];
  onMove: (to: number) => void;
};

function BrushHandle({ side, at, points, onMove }: HandleProps) {
  const count = points.length;
  const edge = side === "from" ? at : at + 1;
  const point = points[at];
  return (
    // Not range inputs: two on one track would cover each other.
    <span
      role="slider"
      tabIndex={0}
      data-end={side}
      aria-label={side === "from" ? "Start of what is shown" : "End of what is shown"}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={at}
      aria-valuetext={point?.title ?? point?.label}
      onKeyDown={(event) => {
        const to = keyed(event.key, at, count);
        if (to === null) return;
        event.preventDefault();
        onMove(to);
      }}
      className="absolute inset-y-0 -ml-3 flex w-6 cursor-ew-resize touch-none items-center justify-center rounded-small pointer-coarse:-ml-4 pointer-coarse:w-8"
      style={{ left: `${(100 * edge) / count}%` }}
    >
      <span className="pointer-events-none h-5 w-1.5 rounded-full border border-line-control bg-surface-raised pointer-coarse:h-7 pointer-coarse:w-2.5" />
    </span>
  );
}

function SmallBars({ values }: Pick<BrushProps, "values">) {
  const known = values.filter((value) => value !== null);
  const high = Math.max(0, ...known);
  // The shape is what matters: a rate between 85 and 95 is not drawn as a block.
  const low = Math.min(high, ...known) * 0.9;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${values.length} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full fill-chart-previous/60 py-1"
    >
      {values.map((value, index) => {
        if (value === null) return null;
        const height = 8 + (92 * (value - low)) / (high - low || 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its position.
          <rect key={index} x={index + 0.15} y={100 - height} width={0.7} height={height} />
        );
      })}
    </svg>
  );
}

type Drag = { kind: BrushEnd | "pan" | "new"; start: number; window: BrushWindow };

/** Follows a pointer that was pressed on the track: on an end, inside of the window, or beside it. */
function useDrag(count: number, window: BrushWindow, onMove: (window: BrushWindow) => void) {
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const placeAt = ({ clientX }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return Math.min(count, Math.max(0, ((clientX - box.left) / box.width) * count));
  };
  const kindAt = (target: EventTarget): Drag["kind"] => {
    const { end, pans } = target instanceof HTMLElement ? target.dataset : {};
    if (end === "from" || end === "to") return end;
    return pans !== undefined && !isWhole(window, count) ? "pan" : "new";
  };
  const listeners = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      drag.current = { kind: kindAt(event.target), start: placeAt(event), window };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const { current } = drag;
      if (!current) return;
      const place = placeAt(event);
      const { kind, start, window: first } = current;
      if (kind === "pan") onMove(panned(first, Math.round(place - start), count));
      else if (kind !== "new") onMove(withEnd(first, kind, endAt(kind, place), count));
      // A press without a movement chooses nothing.
      else if (Math.abs(place - start) >= 1)
        onMove(between(Math.floor(start), Math.floor(place), count));
    },
    onPointerUp() {
      drag.current = null;
    },
    onPointerCancel() {
      drag.current = null;
    },
  };
  return { track, listeners };
}

/** The point at an edge that is dragged: the one after a start, the one before an end. */
const endAt = (side: BrushEnd, place: number) => Math.round(place) - (side === "from" ? 0 : 1);
