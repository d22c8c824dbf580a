import { countryWords } from "./country-words.ts";

/** A part of the payments whose approvals are watched. */
export type WatchedPart = { dimension: string; value: string };

const WORDS: Readonly<Record<string, (value: string) => string>> = {
  all: () => "all payments",
  issuer: (name) => `cards issued by ${name}`,
  issuer_country: (country) => `cards issued in ${countryWords(country)}`,
  bin: (bin) => `cards with the BIN ${bin}`,
};

/** `cards issued by Nordlicht Bank`, for e-mails and screens. `methodName` names a payment method. */
export function sliceWords(
  { dimension, value }: WatchedPart,
  methodName: (method: string) => string = (method) => method.replaceAll("_", " "),
): string {
  if (dimension === "method") return `payments by ${methodName(value)}`;
  return WORDS[dimension]?.(value) ?? value;
}
