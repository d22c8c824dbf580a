import { decimalText } from "../format/locale.ts";
import { countryName } from "../payments/labels.ts";

type Charge = {
  region: string | null;
  consumerOrCommercial: string | null;
  cardProduct: string | null;
  interchangeRateBp: number | null;
  issuerCountry: string | null;
  amount: string;
  fee: string;
};

/** Why a charge was expensive, as text: the card's country, its product, or the amount. */
export function whyDear(charge: Charge): string {
  const { region, consumerOrCommercial, cardProduct, interchangeRateBp, issuerCountry } = charge;
  if (interchangeRateBp === null) return "A method with a flat rate, and a large amount";
  const rate = `interchange ${decimalText((interchangeRateBp / 100).toFixed(2))} %`;
  const from = issuerCountry ? ` from ${countryName(issuerCountry)}` : "";
  if (consumerOrCommercial === "commercial") return `Company card${from}: no cap, ${rate}`;
  if (region === "international") return `Card${from}, outside the region: ${rate}`;
  if (cardProduct === "premium") return `Premium card${from}: ${rate}`;
  return `The amount is large: ${rate} is within the cap`;
}
