/** The scheme of a card number, with its lengths and printed groups. */
export type Brand = {
  name: BrandName;
  /** For people. */
  label: string;
  lengths: readonly number[];
  /** A space is printed after this many digits. */
  gaps: readonly number[];
  cvcLengths: readonly number[];
  /** Some UnionPay cards have no check digit. */
  luhn: boolean;
};

export type BrandName =
  | "visa"
  | "mastercard"
  | "amex"
  | "discover"
  | "diners"
  | "jcb"
  | "unionpay"
  | "maestro"
  | "unknown";

const FOURS = [4, 8, 12, 16];
const LONG = [16, 17, 18, 19];

function brand(name: BrandName, label: string, params: Partial<Brand> = {}): Brand {
  return { name, label, lengths: [16], gaps: FOURS, cvcLengths: [3], luhn: true, ...params };
}

const UNKNOWN = brand("unknown", "Card", {
  lengths: [12, 13, 14, 15, ...LONG],
  cvcLengths: [3, 4],
});

/** The first row with a matching range decides, so narrow ranges come before wide ones. */
const BRANDS: readonly (readonly [Brand, RegExp])[] = [
  [brand("visa", "Visa", { lengths: [13, 16, 19] }), /^4/],
  [brand("amex", "Amex", { lengths: [15], gaps: [4, 10], cvcLengths: [4] }), /^3[47]/],
  [brand("mastercard", "Mastercard"), /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  [brand("diners", "Diners", { lengths: [14, 16, 19], gaps: [4, 10] }), /^(30[0-5]|3095|36|3[89])/],
  [brand("jcb", "JCB", { lengths: LONG }), /^35(2[89]|[3-8])/],
  [brand("discover", "Discover", { lengths: LONG }), /^(6011|64[4-9]|65)/],
  [brand("unionpay", "UnionPay", { lengths: LONG, luhn: false }), /^(62|81)/],
  [
    brand("maestro", "Maestro", { lengths: UNKNOWN.lengths, cvcLengths: [3] }),
    /^(50|5[6-8]|63|67)/,
  ],
];

/** The scheme of a complete or partial number; `unknown` while there are too few digits. */
export function brandOf(digits: string): Brand {
  return BRANDS.find(([, range]) => range.test(digits))?.[0] ?? UNKNOWN;
}

export const longestOf = ({ lengths }: Brand): number => Math.max(...lengths);

export const longestCodeOf = ({ cvcLengths }: Brand): number => Math.max(...cvcLengths);
