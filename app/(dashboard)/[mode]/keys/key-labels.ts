import { countText } from "#components/format/locale.ts";
import type { KeyView } from "#lib/dashboard/views/keys.ts";

/** `1 request`, `2 requests`, `1,204 requests`. */
export function count(number: number, noun: string): string {
  return `${countText(number)} ${noun}${number === 1 ? "" : "s"}`;
}

export function kindWord(key: Pick<KeyView, "kind">): string {
  return key.kind === "secret" ? "Secret" : "Publishable";
}

export function requestsOf(slices: readonly { requests: number }[]): number {
  return slices.reduce((sum, slice) => sum + slice.requests, 0);
}

/** `payment_methods` → `Payment methods`, `create_payment` → `Create payment`. */
export function resourceWord(resource: string): string {
  const label = resource.replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** `12 min`, `3 h 12 min`, `4 d 2 h`: a duration. */
export function spanLabel(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  const parts: [number, string][] =
    days > 0
      ? [
          [days, "d"],
          [hours, "h"],
        ]
      : [
          [hours, "h"],
          [minutes % 60, "min"],
        ];
  return parts.flatMap(([value, unit]) => (value > 0 ? [`${value} ${unit}`] : [])).join(" ");
}
