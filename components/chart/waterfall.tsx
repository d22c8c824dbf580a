"use client";

import { moneyText } from "../money/money.tsx";
import { later } from "../ui/later.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartPending } from "./chart-pending.tsx";
import type { ChartMeaning } from "./types.ts";
import { shareText, stepsCsv, type WaterfallStep } from "./waterfall-steps.ts";

export type WaterfallProps = {
  /** The finding, with its number. */
  title: string;
  prominent?: boolean;
  subtitle?: string;
  /** From the whole, which shares refer to, to the remainder. */
  steps: readonly WaterfallStep[];
  /** The currency of all steps. */
  currency: string;
  /** Meaning of the totals, if they are not money that is there. */
  meaning?: ChartMeaning;
};

const ROW_PX = 30;

const WaterfallPlot = later(
  () => import("./waterfall-plot.tsx").then(({ WaterfallPlot }) => WaterfallPlot),
  <ChartPending />,
);

/** Shows step by step how one amount becomes another, with the exact figure of each step. */
export function Waterfall(props: WaterfallProps) {
  const { title, steps, currency } = props;
  const height = steps.length * ROW_PX;
  return (
    <ChartFrame
      title={title}
      subtitle={props.subtitle}
      prominent={props.prominent}
      height={height}
      csv={() => stepsCsv(steps, currency)}
      table={(shown) => <StepTable title={title} steps={steps} currency={currency} links={shown} />}
    >
      <WaterfallPlot steps={steps} currency={currency} meaning={props.meaning} />
    </ChartFrame>
  );
}

type TableProps = {
  title: string;
  steps: readonly WaterfallStep[];
  currency: string;
  links: boolean;
};

function StepTable({ title, steps, currency, links }: TableProps) {
  const whole = steps[0]?.amount ?? 0n;
  return (
    <table aria-label={`${title}, as a table`} className="w-full text-12 tabular-nums">
      <thead>
        <tr className="text-ink-faint">
          <th scope="col" className="py-1 text-left font-medium">
            Step
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-medium">
            Amount
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-medium">
            Of {steps[0]?.label.toLowerCase()}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.key} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {step.href && links ? (
                <PlaceLink href={step.href} className="underline underline-offset-2">
                  {step.label}
                </PlaceLink>
              ) : (
                step.label
              )}
            </th>
            <td className="py-1 pl-4 text-right">{moneyText(step.amount, currency)}</td>
            <td className="py-1 pl-4 text-right">{shareText(step.amount, whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
