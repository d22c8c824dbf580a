import { Check, Clock, X } from "lucide-react";
import Link from "next/link";
import { Money } from "#components/money/money.tsx";
import { cx } from "#components/ui/cx.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";

export type Arriving = SettlementReportView["calendar"]["settlements"][number];

const LOOKS: Record<string, { icon: typeof Check; look: string }> = {
  scheduled: { icon: Clock, look: "text-info-ink" },
  paid: { icon: Check, look: "text-positive-ink" },
  failed: { icon: X, look: "text-negative-ink" },
};

/** One settlement in the calendar: how much, and by its sign whether it has arrived. */
export function Arrival({ arriving }: { arriving: Arriving }) {
  const { mode } = useSession();
  const { icon: Icon, look } = LOOKS[arriving.status] ?? LOOKS.scheduled!;
  return (
    <Link
      href={`/${mode}/settlements/${arriving.id}`}
      className="-mx-1 flex min-h-6 items-center gap-1 rounded-small px-1 text-12 transition-colors hover:bg-surface-hover pointer-coarse:min-h-8"
    >
      <Icon className={cx("size-3 shrink-0", look)} strokeWidth={2.5} aria-hidden />
      <Money
        amount={arriving.net}
        currency={arriving.currency}
        className={cx("truncate", arriving.status === "failed" && "text-ink-faint line-through")}
      />
      <span className="sr-only">, {statusWord(arriving.status).toLowerCase()}</span>
    </Link>
  );
}
