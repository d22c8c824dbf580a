import { Chart } from "#components/chart/chart.tsx";
import { longDay, shortDay } from "#components/home/days.ts";
import type { Figures } from "#components/home/figures.ts";
import { volumeFinding } from "#components/home/findings.ts";
import { moneyText } from "#components/money/money.tsx";
import { decimalMoney, shortMoney } from "#components/money/short-money.ts";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { SHOWN_AS_SUCCEEDED } from "#lib/kernel/vocabulary/payments.ts";
import { useSession } from "../../session.tsx";
import { PAYMENT_MARKERS } from "../shared/payment-markers.ts";
import { useChartMarks } from "../shared/use-chart-marks.ts";

/** The captured amount of the payments made on each day, with the days that they are compared with. */
export function VolumeChart({ home, figures }: { home: HomeView; figures: Figures }) {
  const { mode } = useSession();
  const { currency, today } = home;
  const marks = useChartMarks(home.markers, PAYMENT_MARKERS);
  const paid = SHOWN_AS_SUCCEEDED.join(",");
  return (
    <Chart
      kind="bar"
      prominent
      title={volumeFinding(figures, currency)}
      subtitle={`Captured amount of the payments made on each day, ${currency}${home.period.to === today ? "; lighter: today, so far" : ""}`}
      height={260}
      points={figures.days.map(({ day }) => ({
        key: day,
        label: shortDay(day),
        title: day === today ? `${longDay(day)}, so far` : longDay(day),
        open: day === today,
        href: `/${mode}/payments?status=${paid}&created=${day}..${day}&currency=${currency}`,
      }))}
      marks={marks}
      brush={false}
      series={[{ id: "volume", label: "Volume", values: figures.days.map(toNumber) }]}
      previous={
        figures.before
          ? { id: "before", label: figures.words.before, values: figures.before.map(toNumber) }
          : undefined
      }
      format={(value) => moneyText(BigInt(Math.round(value)), currency)}
      formatAxis={(value) => shortMoney(value, currency)}
      csv={(value) => decimalMoney(value, currency)}
    />
  );
}

function toNumber({ volume }: { volume: bigint | null }): number | null {
  return volume === null ? null : Number(volume);
}
