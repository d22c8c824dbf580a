/** Lengths of IBANs by country (SWIFT's IBAN registry). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 " +
    "DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 " +
    "IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 " +
    "MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 " +
    "SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Countries in SEPA. */
const SEPA = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL " +
    "NO PL PT RO RS SE SI SK SM VA"
  ).split(" "),
);

/** Territories whose banks have BICs of their own but IBANs of this country. */
const BIC_TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  FR: ["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"],
  GB: ["GG", "IM", "JE"],
};

/** An IBAN as it is stored: without spaces, in upper case. */
export function plainIban(text: string): string {
  return text.replace(/\s+/g, "").toUpperCase();
}

/** Length of a country's IBANs; 0 for a country without IBANs. */
export function ibanLength(country: string): number {
  return LENGTHS[country] ?? 0;
}

/** The fault of an IBAN in its plain form, as a sentence; null without one. */
export function ibanFault(iban: string): string | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban)) {
    return "An IBAN begins with two letters for its country and two check digits, such as DE89.";
  }
  const country = iban.slice(0, 2);
  const length = LENGTHS[country];
  if (length === undefined) return `There are no IBANs of ${country}.`;
  if (iban.length !== length) {
    return `An IBAN of ${country} has ${length} characters; this one has ${iban.length}.`;
  }
  return mod97(turned(iban)) === 1
    ? null
    : "The check digits of the IBAN do not match: one character is wrong.";
}

/** ISO 7064 MOD 97-10, digit by digit: the whole number would exceed JavaScript's safe integers. */
function mod97(text: string): number {
  let rest = 0;
  for (const char of text) {
    const digits = char >= "A" ? String(char.charCodeAt(0) - 55) : char;
    for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

const turned = (text: string) => text.slice(4) + text.slice(0, 4);

/** The creditor reference (ISO 11649) for a body of up to 21 capital letters and digits: `RF`, two check digits, body. */
export function creditorReference(body: string): string {
  const check = 98 - mod97(turned(`RF00${body}`));
  return `RF${String(check).padStart(2, "0")}${body}`;
}

/** The IBAN of an account: the country, its check digits, and the bank's and account's numbers. */
export function ibanWithChecks(country: string, number: string): string {
  const check = 98 - mod97(turned(`${country}00${number}`));
  return `${country}${String(check).padStart(2, "0")}${number}`;
}

/** Whether the check digits of a creditor reference match. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(turned(text)) === 1;
}

export function isSepaCountry(country: string): boolean {
  return SEPA.has(country);
}

/** The fault of a BIC (ISO 9362) for an account in `country`, as a sentence; null without one. */
export function bicFault(bic: string, country: string): string | null {
  if (!/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) {
    return "A BIC has 8 or 11 letters and digits, such as DEUTDEFF or DEUTDEFF500.";
  }
  const home = bic.slice(4, 6);
  if (home === country || BIC_TERRITORIES[country]?.includes(home)) return null;
  return `The BIC is of a bank in ${home}, the account is in ${country}.`;
}
