import { shortDay } from "#components/home/days.ts";
import { useSession } from "../../session.tsx";

export type PrintedHeadProps = {
  currency: string;
  fromDay: string;
  toDay: string;
};

/** What paper must say that a screen shows by its controls: whose figures, in which mode, currency and time. */
export function PrintedHead({ currency, fromDay, toDay }: PrintedHeadProps) {
  const { mode, session } = useSession();
  const { name, timezone } = session.account;
  return (
    <p className="hidden pb-3 text-13 text-ink-muted print:block">
      {name}, {mode} mode · {currency} · {shortDay(fromDay)} {fromDay.slice(0, 4)} to{" "}
      {shortDay(toDay)} {toDay.slice(0, 4)} · days of {timezone}
    </p>
  );
}
