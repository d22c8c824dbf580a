"use client";

import { Chart } from "#components/chart/chart.tsx";
import { Waterfall } from "#components/chart/waterfall.tsx";
import { countText } from "#components/format/locale.ts";
import { axisPercent, percent } from "#components/format/rates.ts";
import { moneyText } from "#components/money/money.tsx";
import { sumOf } from "#components/settlements/figures.ts";
import { waterfallFinding } from "#components/settlements/findings.ts";
import { settlementSteps } from "#components/settlements/steps.ts";
import {
  SPECIMEN_APPROVAL,
  SPECIMEN_ARRIVALS,
  SPECIMEN_MARKS,
  SPECIMEN_OUTCOMES,
  SPECIMEN_POINTS,
  SPECIMEN_VOLUME,
  SPECIMEN_VOLUME_BEFORE,
  SPECIMEN_WEEKS,
} from "./specimen-data.ts";

const euros = (value: number) => moneyText(BigInt(Math.round(value)), "EUR");
const thousands = (value: number) => `${value / 100_000}k`;

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const mean = (values: readonly (number | null)[]) => sum(values) / values.length;

const SPECIMEN_SETTLEMENT = sumOf([
  {
    gross: "1248000",
    interchange: "3120",
    schemeFee: "1498",
    markup: "2496",
    commission: "0",
    disputeFees: "1500",
    refunds: "98400",
    chargebacks: "5000",
    adjustments: "1200",
    net: "1137186",
  },
]);

const VOLUME = sum(SPECIMEN_VOLUME);
const GROWTH = Math.round((VOLUME / sum(SPECIMEN_VOLUME_BEFORE) - 1) * 100);
const CARDS = mean(SPECIMEN_APPROVAL.cards);
const BEHIND = mean(SPECIMEN_APPROVAL.wallets) - CARDS;
const BUSY = SPECIMEN_VOLUME.filter((value) => value !== null && value > 2_000_000).length;

const DECLINED = sum(SPECIMEN_OUTCOMES.declined);
const ARRIVED = sum(SPECIMEN_ARRIVALS.arrived);
const EXPECTED = sum(SPECIMEN_ARRIVALS.expected);

export function ChartSpecimens() {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-2">
      <Chart
        kind="line"
        title={`Volume rose ${GROWTH} % to ${euros(VOLUME)}`}
        subtitle="Succeeded payments per day, EUR, last 30 days. 31 March has no data."
        points={SPECIMEN_POINTS}
        series={[{ id: "now", label: "This period", values: SPECIMEN_VOLUME }]}
        previous={{ id: "before", label: "Before", values: SPECIMEN_VOLUME_BEFORE }}
        format={euros}
        formatAxis={thousands}
      />
      <Chart
        kind="line"
        title={`Cards approve ${percent(CARDS)}, ${BEHIND.toFixed(1)} points below wallets`}
        subtitle="Approved share of attempts per day, last 30 days"
        points={SPECIMEN_POINTS}
        series={[
          { id: "debits", label: "Debits", values: SPECIMEN_APPROVAL.debits },
          { id: "wallets", label: "Wallets", values: SPECIMEN_APPROVAL.wallets },
          { id: "cards", label: "Cards", values: SPECIMEN_APPROVAL.cards },
        ]}
        format={percent}
        formatAxis={axisPercent}
        domain={[88, 100]}
      />
      <Chart
        kind="bar"
        title={`${countText(DECLINED)} of ${countText(DECLINED + sum(SPECIMEN_OUTCOMES.approved))} payments were declined`}
        subtitle="Payments per week by outcome, last year. The lines mark a version pin and a rotated key."
        points={SPECIMEN_WEEKS}
        series={[
          { id: "approved", label: "Approved", values: SPECIMEN_OUTCOMES.approved },
          {
            ...{ id: "declined", label: "Declined", meaning: "adverse" },
            values: SPECIMEN_OUTCOMES.declined,
          },
        ]}
        format={(value) => countText(value)}
        marks={SPECIMEN_MARKS}
      />
      <Chart
        kind="bar"
        title={`${BUSY} of 30 days exceeded 20,000.00 EUR`}
        subtitle="Succeeded payments per day, EUR, last 30 days"
        points={SPECIMEN_POINTS}
        series={[{ id: "now", label: "Volume", values: SPECIMEN_VOLUME }]}
        format={euros}
        formatAxis={thousands}
      />
      <Waterfall
        title={waterfallFinding(SPECIMEN_SETTLEMENT, "EUR", "You receive")}
        subtitle="From gross to net, EUR; shares are of gross"
        steps={settlementSteps(SPECIMEN_SETTLEMENT)}
        currency="EUR"
      />
      <Chart
        kind="bar"
        title={`${euros(ARRIVED)} arrived, ${euros(EXPECTED)} expected`}
        subtitle="Settlements by day of arrival, EUR. Arrived and expected money are never added up."
        height={180}
        points={SPECIMEN_POINTS.slice(-10)}
        series={[
          { id: "arrived", label: "Arrived", values: SPECIMEN_ARRIVALS.arrived },
          {
            ...{ id: "expected", label: "Expected", meaning: "expected" },
            values: SPECIMEN_ARRIVALS.expected,
          },
        ]}
        format={euros}
        formatAxis={thousands}
      />
    </div>
  );
}
