"use client";

import { Check, ChevronLeft, ChevronRight, Clock, X } from "lucide-react";
import { useState } from "react";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { longDay, shortDay } from "#components/home/days.ts";
import { Money } from "#components/money/money.tsx";
import { arrivalFinding } from "#components/settlements/findings.ts";
import {
  addMonths,
  lastDayOf,
  monthGrid,
  monthName,
  weekColumns,
  wholeMonth,
} from "#components/time/month-grid.ts";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { statusWord } from "#components/ui/status-labels.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";

/** Settlements of a day beyond this number are counted; the day links to all. */
const MOST_SHOWN = 3;

type Props = { report: SettlementReportView; filters: UrlFilters };

/** The period's arrivals by day and currency, a month at a time. On a phone, only days with arrivals. */
export function ArrivalCalendar({ report, filters }: Props) {
  const { calendar, today, onTheWay, period } = report;
  const { month, settlements } = calendar;
  const next = onTheWay.map(({ nextArrival }) => nextArrival).sort()[0];
  const showsNext = next === undefined ? today.startsWith(month) : next.startsWith(month);
  const byDay = Map.groupBy(settlements, ({ arrivalDate }) => arrivalDate);
  return (
    <section aria-label="Arrivals" className="min-w-0">
      <header className="mb-3 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-14 font-semibold">
            {showsNext ? arrivalFinding(onTheWay, today) : `Arrivals in ${monthName(month)}`}
          </h2>
          <p className="text-12 text-ink-faint">
            {showsNext && `Arrivals at your bank in ${monthName(month)}, `}
            {showsNext ? "all currencies" : "All currencies"}
          </p>
        </div>
        <span className="flex shrink-0 items-center print:hidden">
          <MonthStep report={report} count={-1} filters={filters} />
          <MonthStep report={report} count={1} filters={filters} />
        </span>
      </header>
      <MonthTable month={month} today={today} period={period} byDay={byDay} />
      <DayList days={[...byDay]} month={month} today={today} />
    </section>
  );
}

type StepProps = Props & { count: 1 | -1 };

/** Shows the month before or after. A period of one month moves with it; a longer one stays, and has only its own months. */
function MonthStep({ report, filters, count }: StepProps) {
  const { period, calendar } = report;
  const month = addMonths(calendar.month, count);
  const isMonth = wholeMonth(period) !== null;
  const isWithin = period.fromDay.slice(0, 7) <= month && month <= period.toDay.slice(0, 7);
  if (!isMonth && !isWithin) return null;
  const Icon = count < 0 ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={`Show ${monthName(month)}`}
      size="small"
      onClick={() =>
        isMonth
          ? filters.set("period", `${month}-01..${lastDayOf(month)}`)
          : filters.set("month", month)
      }
    >
      <Icon className="size-4" aria-hidden />
    </IconButton>
  );
}

type ByDay = ReadonlyMap<string, Arriving[]>;

type MonthTableProps = {
  month: string;
  today: string;
  period: SettlementReportView["period"];
  byDay: ByDay;
};

function MonthTable({ month, today, period, byDay }: MonthTableProps) {
  const isOutside = (day: string) =>
    !day.startsWith(month) || day < period.fromDay || day > period.toDay;
  const columns = weekColumns();
  return (
    <table className="hidden w-full table-fixed border-collapse text-12 md:table">
      <caption className="sr-only">Arrivals in {monthName(month)}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isWeekend }) => (
            <th
              key={name}
              scope="col"
              className={cx("pb-1 text-left font-medium text-ink-faint", isWeekend && "w-9 pl-1.5")}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthGrid(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day, index) => (
              <DayCell
                key={day}
                day={day}
                look={{
                  isToday: day === today,
                  isOutside: isOutside(day),
                  isWeekend: columns[index]?.isWeekend === true,
                }}
                arriving={byDay.get(day) ?? []}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  day: string;
  look: { isToday: boolean; isOutside: boolean; isWeekend: boolean };
  arriving: readonly Arriving[];
};

function DayCell({ day, look, arriving }: DayCellProps) {
  const { mode } = useSession();
  const shown = arriving.slice(0, MOST_SHOWN);
  return (
    <td
      aria-current={look.isToday ? "date" : undefined}
      className={cx(
        "h-19 border-t border-line pr-2 pb-1 align-top",
        look.isWeekend && "bg-surface-sunken pl-1.5",
      )}
    >
      <span
        className={cx(
          "mt-1 mb-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded-full text-12 tabular-nums",
          look.isToday
            ? "bg-accent px-1 font-semibold text-on-accent"
            : look.isOutside
              ? "text-ink-faint"
              : "text-ink-muted",
          !look.isToday && "justify-start",
        )}
      >
        {day.endsWith("-01") && !look.isWeekend ? shortDay(day) : Number(day.slice(8))}
      </span>
      {shown.length > 0 && (
        <ul className="flex flex-col">
          {shown.map((one) => (
            <li key={one.id}>
              <Arrival arriving={one} />
            </li>
          ))}
        </ul>
      )}
      {arriving.length > shown.length && (
        <TextLink
          href={`/${mode}/settlements?arrival=${day}..${day}`}
          className="inline-flex min-h-6 items-center text-12 text-ink-faint! hover:text-ink!"
        >
          {arriving.length - shown.length} more
        </TextLink>
      )}
    </td>
  );
}

/** Past days that a phone shows at first. */
const PAST_SHOWN = 3;

type DayListProps = {
  days: readonly (readonly [string, Arriving[]])[];
  month: string;
  today: string;
};

function DayList({ days, month, today }: DayListProps) {
  const [all, setAll] = useState(false);
  const past = days.filter(([day]) => day < today).length;
  const hidden = all || past === days.length ? 0 : Math.max(0, past - PAST_SHOWN);
  if (days.length === 0) {
    return <p className="text-13 text-ink-muted md:hidden">No arrivals in {monthName(month)}.</p>;
  }
  return (
    <div className="md:hidden">
      {hidden > 0 && (
        <Button variant="quiet" size="small" className="mb-1 -ml-2.5" onClick={() => setAll(true)}>
          {hidden} earlier {hidden === 1 ? "day" : "days"}
        </Button>
      )}
      <ol className="flex flex-col">
        {days.slice(hidden).map(([day, arriving]) => (
          <li
            key={day}
            className="flex items-start justify-between gap-4 border-t border-line py-2"
          >
            <span className="text-13">{longDay(day)}</span>
            <ul className="flex flex-col items-end" aria-label={`Arriving ${longDay(day)}`}>
              {arriving.map((one) => (
                <li key={one.id}>
                  <Arrival arriving={one} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

type Arriving = SettlementReportView["calendar"]["settlements"][number];

const LOOKS: Record<string, { icon: typeof Check; look: string }> = {
  scheduled: { icon: Clock, look: "text-chart-expected" },
  paid: { icon: Check, look: "text-positive-ink" },
  failed: { icon: X, look: "text-negative-ink" },
};

/** A settlement in the calendar with its amount and a sign of its status. */
function Arrival({ arriving }: { arriving: Arriving }) {
  const { mode } = useSession();
  const { icon: Icon, look } = LOOKS[arriving.status] ?? LOOKS.scheduled!;
  return (
    <PlaceLink
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
    </PlaceLink>
  );
}
