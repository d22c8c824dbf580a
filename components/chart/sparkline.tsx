import { cx } from "../ui/cx.ts";

export type SparklineProps = {
  values: readonly number[];
  /** Text alternative with the numbers; the bars are hidden from screen readers. */
  label: string;
  tone?: "accent" | "faint";
  /** The value of a full bar, where several sparklines are compared. */
  max?: number;
  className?: string;
};

const STEP = 4;
const BAR = 3;
const HEIGHT = 20;
const LEAST = 2;

/** Small bars from zero, one per time slice, without axes. */
export function Sparkline({ values, label, tone = "accent", max, className }: SparklineProps) {
  const full = Math.max(1, max ?? Math.max(...values));
  const width = values.length * STEP - (STEP - BAR);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx(
        "block overflow-visible",
        tone === "accent" ? "fill-chart-1" : "fill-chart-previous",
        className,
      )}
    >
      <rect x={0} y={HEIGHT} width={width} height={0.5} className="fill-line-control" />
      {values.map((value, index) => {
        const height = value === 0 ? 0 : Math.max(LEAST, (Math.min(value, full) / full) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a slice of time is its position.
            key={index}
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        );
      })}
    </svg>
  );
}
