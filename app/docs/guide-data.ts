import data from "#lib/api/guide-data.json";
import type { Row } from "./guide-parts.tsx";

/** The sandbox's tables of test data, written by `npm run openapi`. */
export const DATA = data;

const spaced = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

/** A test card and its outcome. Throws for an unknown number, which fails the build of the pages. */
export function cardRow(number: string): Row {
  const card = DATA.cards.find((one) => one.number === number);
  if (!card) throw new Error(`${number} is not a test card`);
  return [spaced(number), card.does];
}

/** The cards of a group, in the sandbox's order. */
export function cardsOf(group: string): Row[] {
  return DATA.cards.filter((card) => card.group === group).map(({ number }) => cardRow(number));
}

const COUNTRY = new Intl.DisplayNames("en", { type: "region" });

/** Cards that succeed, with brand, funding and country. */
export const COUNTRY_CARDS: readonly Row[] = DATA.cards
  .filter(({ group }) => group === "success")
  .map(({ number, brand, country, funding }) => [
    spaced(number),
    `${brand}, ${funding}, ${COUNTRY.of(country) ?? country}`,
  ]);

export const IBAN_ROWS: readonly Row[] = DATA.ibans.map(({ iban, does }) => [spaced(iban), does]);

export const PAYOUT_ROWS: readonly Row[] = DATA.payoutIbans.map(({ iban, does }) => [
  spaced(iban),
  does,
]);

/** Security codes that change the results of the checks. */
export const CVC_ROWS: readonly Row[] = DATA.cvcs.map(({ cvc, does }) => [cvc, does]);
