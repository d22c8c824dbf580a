import { shortDay } from "#components/home/days.ts";
import { useSession } from "../../session.tsx";

export type PrintedHeadProps = {
  currency: string;
  fromDay: string;
  toDay: string;
};

/** Shown on paper only: account, mode, currency and period, which the screen shows in its controls. */
export function PrintedHead({ currency, fromDay, toDay }: PrintedHeadProps) {
  const { mode, session } = useSession();
  const { name, timezone } = session.account;
  return (
    <p className="hidden pb-3 text-13 text-ink-muted print:block">
      {name}, {mode} mode · {currency} · {shortDay(fromDay)} {fromDay.slice(0, 4)} to{" "}
      {shortDay(toDay)} {toDay.slice(0, 4)} days of {timezone}
    </p>
  );
}
