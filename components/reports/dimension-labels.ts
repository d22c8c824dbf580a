import { AMOUNT_BANDS } from "#lib/kernel/money.ts";
import type { Region } from "#lib/kernel/vocabulary/fees.ts";
import { labelOf } from "../filters/choices.ts";
import { moneyText } from "../money/money-text.ts";
import { declineName, KIND_WORDS } from "../payments/decline-names.ts";
import { brandName, codeLabel, countryName, methodName, scaLabel } from "../payments/labels.ts";

/** The label of a dimension's value; `currency` is the unit of amount bands. */
export function valueLabel(dimension: string, value: string, currency: string): string {
  if (value === "") return NOTHING[dimension] ?? "None";
  const label = WORDS[dimension];
  return label ? label(value, currency) : codeLabel(value);
}

const NOTHING: Record<string, string> = {
  scheme: "No card",
  issuer: "No card, or unknown",
  issuer_country: "No card, or unknown",
  bin: "No card, or unknown",
  funding: "No card, or unknown",
  sca: "None recorded",
  exemption_outcome: "No exemption requested",
  region: "No interchange",
  card_product: "No interchange",
  consumer_or_commercial: "No interchange",
};

const WORDS: Record<string, (value: string, currency: string) => string> = {
  reason: (code) => declineName(code).title,
  decline_kind: (kind) => KIND_WORDS[kind as keyof typeof KIND_WORDS]?.word ?? codeLabel(kind),
  method: methodName,
  scheme: brandName,
  issuer: (name) => name,
  issuer_country: countryName,
  bin: (bin) => bin,
  sca: (path) => scaLabel(path).word,
  amount_band: bandLabel,
  region: (region) => labelOf(REGIONS, region) ?? codeLabel(region),
};

const REGIONS: Record<Region, string> = {
  domestic: "Domestic",
  intra_eea: "Within the EEA",
  international: "International",
};

function bandLabel(value: string, currency: string): string {
  const from = Number(value);
  const to = AMOUNT_BANDS[AMOUNT_BANDS.indexOf(from) + 1];
  if (to === undefined) return `From ${moneyText(BigInt(from), currency)}`;
  if (from === 0) return `Below ${moneyText(BigInt(to), currency)}`;
  const low = moneyText(BigInt(from), currency).slice(0, -currency.length - 1);
  return `${low} to ${moneyText(BigInt(to), currency)}`;
}

/** The first and last amount of a band, in minor units; null if it has no upper end. */
export function bandEnds(value: string): { from: number; last: number | null } {
  const from = Number(value);
  const next = AMOUNT_BANDS[AMOUNT_BANDS.indexOf(from) + 1];
  return { from, last: next === undefined ? null : next - 1 };
}
