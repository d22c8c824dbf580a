import { decimalText } from "../format/locale.ts";

const LEAST_BP = 40;
const MARKS = 4;

/** The axis of a cost in basis points: from zero, so that twice the cost looks like it, to a round figure above the highest. */
export function bpDomain(values: readonly (number | null)[]): [number, number] {
  const most = Math.max(LEAST_BP, ...values.map((value) => value ?? 0));
  const step = 10 ** Math.floor(Math.log10(most / MARKS));
  const ends = [1, 2, 2.5, 5, 10].map((times) => times * step * MARKS);
  return [0, ends.find((end) => end >= most) ?? most];
}

/** `60 bp`, `62.5 bp`: a mark of the axis with its decimals, if it has any. */
export const bpMark = (value: number) => `${decimalText(String(Number(value.toFixed(2))))} bp`;
