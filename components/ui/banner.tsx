import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Tone } from "./status.tsx";

const LOOKS = {
  neutral: { icon: Info, look: "bg-surface-sunken text-ink-muted" },
  info: { icon: Info, look: "bg-info-soft text-info-ink" },
  positive: { icon: CircleCheck, look: "bg-positive-soft text-positive-ink" },
  warning: { icon: TriangleAlert, look: "bg-warning-soft text-warning-ink" },
  negative: { icon: CircleAlert, look: "bg-negative-soft text-negative-ink" },
} as const;

export type BannerProps = {
  tone?: Tone;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** An important message about a page or form, with an action if there is one. */
export function Banner({ tone = "info", title, action, children }: BannerProps) {
  const { icon: Icon, look } = LOOKS[tone];
  return (
    <div
      role={tone === "negative" ? "alert" : "status"}
      className={cx("flex items-start gap-2.5 rounded-base px-3 py-2.5 text-13", look)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
