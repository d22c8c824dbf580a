"use client";

import { ArrowUp } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Switch } from "../ui/switch.tsx";
import type { Tail } from "./use-tail.ts";

/** Switches live updates of a list on or off, and shows when they are paused because the person is reading or
 *  selecting. */
export function LiveSwitch(props: { on: boolean; onChange: (on: boolean) => void; tail: Tail }) {
  const { on, onChange, tail } = props;
  return (
    <span className="flex items-center gap-3">
      <span role="status" className="text-12 text-ink-muted tabular-nums">
        {on && tail.waiting && (tail.behind === 0 ? "Paused" : `Paused, ${tail.behind} new`)}
      </span>
      <Switch
        label={
          <span className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={cx(
                "size-1.5 rounded-full",
                on ? "bg-positive" : "bg-line-control",
                on && !tail.waiting && "animate-pulse",
              )}
            />
            Live
          </span>
        }
        checked={on}
        onChange={onChange}
      />
    </span>
  );
}

/** A button above the rows while there are newer rows further up. */
export function CatchUp({ tail, held }: { tail: Tail; held?: boolean }) {
  if (!tail.waiting || tail.behind === 0 || held) return null;
  return (
    <div className="pointer-events-none sticky top-[calc(var(--frame-top,0px)+2.5rem)] z-20 flex h-0 justify-center">
      <Button
        variant="primary"
        size="small"
        className="pointer-events-auto shadow-float"
        icon={<ArrowUp className="size-3.5" aria-hidden />}
        onClick={tail.catchUp}
      >
        {tail.behind} new
      </Button>
    </div>
  );
}
