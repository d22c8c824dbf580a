import type { KeyView } from "#lib/dashboard/client.ts";

/** `1 request`, `2 requests`, `1,204 requests`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function kindWord(key: Pick<KeyView, "kind">): string {
  return key.kind === "secret" ? "Secret" : "Publishable";
}

export function requestsOf(slices: readonly { requests: number }[]): number {
  return slices.reduce((sum, slice) => sum + slice.requests, 0);
}

/** `payment_methods` → `Payment methods`. */
export function resourceWord(resource: string): string {
  const words = resource.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
