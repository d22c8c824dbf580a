// Figures: how they are measured, compared and written.

export interface Figure {
  name: string;
  unit: string;
  ours: number;
  /** The value to compare with, measured in the same run. */
  limit: number | null;
  limitName: string;
  ratio: number | null;
  /** Whether it must be at least or at most `bound`. */
  bound: { kind: "at least" | "at most"; of: "ratio" | "value"; value: number } | null;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measures ours and the limit in turns (A B B A A B). The figures are medians; the ratio is the median of the
 *  pairs' ratios. A slow minute of the machine affects both alike, and neither is always second. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ ours: number; limit: number; ratio: number }> {
  const pairs: { ours: number; limit: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = i % 2 === 0 ? null : await limit();
    pairs.push({ ours: await ours(), limit: before ?? (await limit()) });
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    limit: median(pairs.map((pair) => pair.limit)),
    ratio: median(pairs.map((pair) => pair.ours / pair.limit)),
  };
}

export function isMet({ bound, ratio, ours }: Figure): boolean | null {
  if (!bound) return null;
  const value = bound.of === "ratio" ? ratio : ours;
  if (value === null) return null;
  return bound.kind === "at least" ? value >= bound.value : value <= bound.value;
}

const number = (value: number) =>
  value >= 1_000
    ? Math.round(value).toLocaleString("en-US")
    : value >= 100
      ? value.toFixed(0)
      : value.toFixed(value >= 10 ? 1 : 2);

function cells(figure: Figure): string[] {
  const { name, unit, ours, limit, limitName, ratio, bound } = figure;
  const met = isMet(figure);
  const wanted = bound ? `${bound.kind === "at least" ? "≥" : "≤"} ${bound.value}` : "";
  return [
    name,
    `${number(ours)} ${unit}`,
    limit === null ? limitName : `${number(limit)} ${unit} (${limitName})`,
    ratio === null ? "" : ratio.toFixed(2),
    bound ? `${wanted}${bound.of === "value" ? ` ${unit}` : ""}` : "",
    met === null ? "" : met ? "yes" : "**no**",
  ];
}

/** The figures as a Markdown table. */
export function toTable(figures: readonly Figure[]): string {
  const head = ["What", "Ours", "Held against", "Ratio", "Wanted", "Met"];
  const rows = [head, head.map(() => "---"), ...figures.map(cells)];
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** One figure as a line, printed when it is measured. */
export function figureLine(figure: Figure): string {
  const [name, ours, against, ratio, wanted, met] = cells(figure);
  const parts = [`${name}: ${ours}`];
  if (against) parts.push(against);
  if (ratio) parts.push(`ratio ${ratio}`);
  if (wanted) parts.push(`wanted ${wanted}: ${met === "yes" ? "met" : "NOT MET"}`);
  return parts.join(" · ");
}
