import { countText } from "../format/locale.ts";
import { isThin } from "./thin-points.ts";
import type { ChartProps, ChartSeries } from "./types.ts";

type Props = {
  one: ChartSeries;
  index: number;
  format: ChartProps["format"];
  /** With what the base counts: "of 1,204 payments". */
  full?: boolean;
};

/** The exact figure of a point, with the number that it is a rate of; grey if there is too little behind it. */
export function FigureText({ one, index, format, full = false }: Props) {
  const value = one.values[index];
  if (value === null || value === undefined) return "No data";
  const base = one.bases?.[index];
  if (base === undefined) return format(value);
  return (
    <>
      <span className={isThin(one, index) ? "text-ink-faint" : undefined}>{format(value)}</span>
      <span className="font-normal text-ink-faint">
        {" "}
        of {countText(base)}
        {full && ` ${one.noun ?? "payments"}`}
      </span>
    </>
  );
}
