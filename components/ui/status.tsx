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

export type Tone = "neutral" | "info" | "positive" | "warning" | "negative";

const GROUNDS: Record<Tone, string> = {
  neutral: "bg-surface-hover text-ink-muted",
  info: "bg-info-soft text-info-ink",
  positive: "bg-positive-soft text-positive-ink",
  warning: "bg-warning-soft text-warning-ink",
  negative: "bg-negative-soft text-negative-ink",
};

type Look = { word: string; tone: Tone; icon: typeof Check };

/** Every status word of the API, as people read it. One word has one look everywhere. */
const STATUSES: Record<string, Look> = {
  succeeded: { word: "Succeeded", tone: "positive", icon: Check },
  settled: { word: "Settled", tone: "positive", icon: Check },
  delivered: { word: "Delivered", tone: "positive", icon: Check },
  active: { word: "Active", tone: "positive", icon: Check },
  enabled: { word: "Enabled", tone: "positive", icon: Check },
  processing: { word: "Processing", tone: "info", icon: Clock },
  pending: { word: "Pending", tone: "info", icon: Clock },
  submitted: { word: "Submitted", tone: "info", icon: Clock },
  retrying: { word: "Retrying", tone: "warning", icon: RotateCw },
  requires_action: { word: "Needs payer", tone: "warning", icon: TriangleAlert },
  requires_capture: { word: "To capture", tone: "warning", icon: Clock },
  held: { word: "Held", tone: "warning", icon: Clock },
  expiring: { word: "Expiring", tone: "warning", icon: Clock },
  failed: { word: "Failed", tone: "negative", icon: X },
  revoked: { word: "Revoked", tone: "neutral", icon: Ban },
  expired: { word: "Expired", tone: "neutral", icon: CircleSlash },
  detached: { word: "Detached", tone: "neutral", icon: CircleSlash },
  disabled: { word: "Disabled", tone: "negative", icon: Ban },
  canceled: { word: "Cancelled", tone: "neutral", icon: CircleSlash },
  refunded: { word: "Refunded", tone: "neutral", icon: RotateCw },
  partially_refunded: { word: "Part refunded", tone: "neutral", icon: RotateCw },
};

/** The word for a status, for chips and sentences. */
export function statusWord(status: string): string {
  return STATUSES[status]?.word ?? status.replaceAll("_", " ");
}

/** A status as icon and word on its soft ground: never colour alone. */
export function Status({ status, children }: { status: string; children?: ReactNode }) {
  const look = STATUSES[status] ?? {
    word: statusWord(status),
    tone: "neutral",
    icon: CircleDashed,
  };
  const Icon = look.icon;
  return (
    <Badge tone={look.tone}>
      <Icon className="size-3" strokeWidth={2.5} aria-hidden />
      {children ?? look.word}
    </Badge>
  );
}

/** A short fact beside a name: a mode, a kind, a count. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-5 items-center gap-1 rounded-small px-1.5 text-12 font-medium whitespace-nowrap",
        GROUNDS[tone],
      )}
    >
      {children}
    </span>
  );
}
