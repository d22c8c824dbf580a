"use client";

import { useRouter } from "next/navigation";
import { Bar, ComposedChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { moneyText } from "../money/money.tsx";
import { DrawnInTurn } from "./drawn-in-turn.tsx";
import { type ChartMeaning, MEANINGS } from "./types.ts";
import { type PlacedStep, placeSteps, shareText, type WaterfallStep } from "./waterfall-steps.ts";

const LABEL_PX = 104;
const CHARACTER_PX = 7;
const SHARE_PX = 58;
const BAR_PX = 14;
/** The shortest bar that is drawn: fees are small beside the gross amount but must stay visible. */
const LEAST_PX = 2;

type Drawn = {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  index?: number;
  background?: {
    x?: number | null;
    y?: number | null;
    width?: number | null;
    height?: number | null;
  };
};

type WaterfallProps = {
  steps: readonly WaterfallStep[];
  currency: string;
  meaning?: ChartMeaning;
};

/** The drawing of a waterfall. Loaded separately, because Recharts is our largest script. */
export function WaterfallPlot(props: WaterfallProps) {
  return <DrawnInTurn>{(size) => <Drawing {...props} {...size} />}</DrawnInTurn>;
}

function Drawing(props: WaterfallProps & { width: number; height: number }) {
  const { steps, currency, meaning, width, height } = props;
  const router = useRouter();
  const placed = placeSteps(steps);
  const rows = placed.map((step) => ({ ...step, amount: undefined, span: [step.from, step.to] }));
  const texts = steps.map((step) => amountText(step, currency));
  const whole = steps[0]?.amount ?? 0n;
  const right = SHARE_PX + 12 + Math.max(...texts.map((text) => text.length)) * CHARACTER_PX;
  const ends = placed.flatMap(({ from, to }) => [from, to]);
  return (
    <ComposedChart
      width={width}
      height={height}
      layout="vertical"
      data={rows}
      margin={{ top: 0, right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis type="number" hide domain={[Math.min(0, ...ends), Math.max(1, ...ends)]} />
      <YAxis
        type="category"
        dataKey="label"
        width={LABEL_PX}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={{
          fill: "var(--color-ink-muted)",
          fontSize: 13,
          textAnchor: "start",
          dx: -LABEL_PX + 8,
        }}
      />
      <ReferenceLine x={0} stroke="var(--color-line-control)" />
      <Bar
        dataKey="span"
        barSize={BAR_PX}
        isAnimationActive={false}
        shape={(drawn: Drawn) => {
          const index = drawn.index ?? 0;
          const step = placed[index];
          if (!step) return <g />;
          return (
            <StepBar
              step={step}
              total={meaning ? MEANINGS[meaning] : "var(--color-chart-1)"}
              drawn={drawn}
              isLast={index === placed.length - 1}
              text={texts[index] ?? ""}
              share={index === 0 ? "" : shareText(step.amount, whole)}
              onOpen={step.href ? () => router.push(step.href ?? "") : undefined}
            />
          );
        }}
      />
    </ComposedChart>
  );
}

function amountText({ kind, amount }: WaterfallStep, currency: string): string {
  const plus = kind === "change" && amount > 0n ? "+" : "";
  return `${plus}${moneyText(amount, currency)}`;
}

type StepBarProps = {
  step: PlacedStep;
  /** The colour of totals. */
  total: string;
  drawn: Drawn;
  isLast: boolean;
  text: string;
  share: string;
  onOpen?: () => void;
};

/** One bar, the connector to the next bar, and its figures on the right. */
function StepBar({ step, total, drawn, isLast, text, share, onOpen }: StepBarProps) {
  const { x = 0, y = 0, width = 0, height = 0, background = {} } = drawn;
  const [low, length] = width < 0 ? [x + width, -width] : [x, width];
  const shown = Math.max(LEAST_PX, length);
  const end = step.to >= step.from ? low + length : low;
  const band = background.height ?? height;
  const right = (background.x ?? 0) + (background.width ?? 0);
  const isTotal = step.kind === "total";
  const colour = isTotal
    ? total
    : step.amount < 0n
      ? "var(--color-chart-3)"
      : "var(--color-chart-2)";
  const middle = y + height / 2 + 4.5;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table twin holds the same links.
    <g onClick={onOpen} className={onOpen ? "cursor-pointer" : undefined}>
      <rect
        x={0}
        y={background.y ?? y}
        width={right + 400}
        height={band}
        fill="transparent"
        className={onOpen ? "hover:fill-surface-hover" : undefined}
      />
      <rect x={low} y={y} width={shown} height={height} rx={1.5} fill={colour} />
      {!isLast && (
        <line
          x1={end}
          x2={end}
          y1={y + height}
          y2={y + band}
          stroke="var(--color-line-control)"
          strokeWidth={1}
        />
      )}
      <text
        x={right + 12}
        y={middle}
        fontSize={12}
        fill="var(--color-ink-faint)"
        className="tabular-nums"
      >
        {share}
      </text>
      <text
        x="100%"
        y={middle}
        textAnchor="end"
        fontSize={13}
        fontWeight={isTotal ? 600 : 400}
        fill="var(--color-ink)"
        className="tabular-nums"
      >
        {text}
      </text>
    </g>
  );
}
