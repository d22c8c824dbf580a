import { AMOUNT_BANDS, formatMinor } from "#lib/kernel/money.ts";
import { declineLabel, KIND_WORDS } from "../payments/declines.ts";
import { brandName, codeLabel, countryName, methodName, scaLabel } from "../payments/labels.ts";

/** What a value of a dimension is called, for people; `currency` gives bands of amounts their unit. */
export function valueLabel(dimension: string, value: string, currency: string): string {
  if (value === "") return NOTHING[dimension] ?? "None";
  const label = WORDS[dimension];
  return label ? label(value, currency) : codeLabel(value);
}

const NOTHING: Record<string, string> = {
  scheme: "No card",
  issuer: "No card, or not known",
  issuer_country: "No card, or not known",
  bin: "No card, or not known",
  funding: "No card, or not known",
  sca: "None recorded",
  exemption_outcome: "None asked for",
  region: "Without interchange",
  card_product: "Without interchange",
  consumer_or_commercial: "Without interchange",
};

const WORDS: Record<string, (value: string, currency: string) => string> = {
  reason: (code) => declineLabel(code).title,
  decline_kind: (kind) => KIND_WORDS[kind as keyof typeof KIND_WORDS]?.word ?? codeLabel(kind),
  method: methodName,
  scheme: brandName,
  issuer: (name) => name,
  issuer_country: countryName,
  bin: (bin) => bin,
  sca: (path) => scaLabel(path).word,
  amount_band: bandLabel,
  region: (region) => REGIONS[region] ?? codeLabel(region),
};

const REGIONS: Record<string, string> = {
  domestic: "Domestic",
  intra_eea: "Within the EEA",
  international: "From elsewhere",
};

function bandLabel(value: string, currency: string): string {
  const from = Number(value);
  const to = AMOUNT_BANDS[AMOUNT_BANDS.indexOf(from) + 1];
  if (to === undefined) return `From ${formatMinor(BigInt(from), currency)}`;
  if (from === 0) return `Below ${formatMinor(BigInt(to), currency)}`;
  const low = formatMinor(BigInt(from), currency).slice(0, -currency.length - 1);
  return `${low} to ${formatMinor(BigInt(to), currency)}`;
}

/** The first and the last amount of a band, in minor units; null when it has no end. */
export function bandEnds(value: string): { from: number; last: number | null } {
  const from = Number(value);
  const next = AMOUNT_BANDS[AMOUNT_BANDS.indexOf(from) + 1];
  return { from, last: next === undefined ? null : next - 1 };
}
