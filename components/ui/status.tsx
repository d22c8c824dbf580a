import {
  Ban,
  Check,
  CircleDashed,
  CircleSlash,
  Clock,
  RotateCw,
  TriangleAlert,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { statusLook, type Tone } from "./status-labels.ts";

export type { Tone } from "./status-labels.ts";

const GROUNDS: Record<Tone, string> = {
  neutral: "bg-surface-hover text-ink-muted",
  info: "bg-info-soft text-info-ink",
  positive: "bg-positive-soft text-positive-ink",
  warning: "bg-warning-soft text-warning-ink",
  negative: "bg-negative-soft text-negative-ink",
};

const ICONS = {
  done: Check,
  wait: Clock,
  again: RotateCw,
  warn: TriangleAlert,
  failed: X,
  stopped: Ban,
  ended: CircleSlash,
  other: CircleDashed,
};

/** A status with an icon and a word on a soft background: never colour alone. */
export function Status({ status, children }: { status: string; children?: ReactNode }) {
  const look = statusLook(status);
  const Icon = ICONS[look.sign];
  return (
    <Badge tone={look.tone}>
      <Icon className="size-3" strokeWidth={2.5} aria-hidden />
      {children ?? look.word}
    </Badge>
  );
}

/** A short label beside a name: a mode, a kind, a count. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      data-badge=""
      className={cx(
        "inline-flex h-5 items-center gap-1 rounded-small px-1.5 text-12 font-medium whitespace-nowrap",
        GROUNDS[tone],
      )}
    >
      {children}
    </span>
  );
}
