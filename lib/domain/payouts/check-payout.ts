import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-data.ts";
import { bicFault, ibanFault, isSepaCountry, plainIban } from "#lib/kernel/iban.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { findSecret, SECRET_REFUSED } from "#lib/kernel/own-secrets.ts";
import { COUNTRY_LABEL, isCountryCode } from "#lib/kernel/vocabulary/countries.ts";
import type { PayoutAccount } from "#lib/rails/index.ts";
import { type Corridor, corridorOf, PAYOUT_CURRENCIES } from "./corridors.ts";
import type { Faults, Instruction } from "./instruction.ts";
import type { CheckedPayout } from "./types.ts";

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Characters that banks transmit end to end (ISO 20022, SEPA character set). */
const END_TO_END = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/?:().,'+ -]{1,35}(?<!\/)$/;

/** The payout of an instruction, or null with all faults noted. Does not check the account's corridors and balance. */
export function checkPayout(given: Instruction, faults: Faults): CheckedPayout | null {
  const before = faults.count;
  const corridor = checkCurrency(given, faults);
  checkSensitive(given, faults);
  if (!corridor) return null;
  const amountMinor = checkAmount(given, corridor, faults);
  const beneficiary = checkBeneficiary(given, corridor, faults);
  const rail = checkRail(given, corridor, faults);
  const reference = checkReference(given, corridor, faults);
  const endToEndId = checkEndToEndId(given, faults);
  if (faults.count > before || !amountMinor || !beneficiary || !rail) return null;
  return {
    amountMinor,
    currency: given.currency ?? "",
    beneficiary,
    rail,
    reference,
    endToEndId,
    metadata: given.metadata,
    notBefore: given.notBefore,
  };
}

function checkCurrency({ currency }: Instruction, faults: Faults): Corridor | null {
  if (currency === null) return faults.note("missing", "currency", "A currency is required.");
  const label = `Payouts are possible in ${LIST.format(PAYOUT_CURRENCIES)}.`;
  return corridorOf(currency) ?? faults.note("currency_invalid", "currency", label);
}

const INVALID = {
  name: "name_invalid",
  reference: "reference_invalid",
  endToEndId: "end_to_end_id_invalid",
  metadata: "metadata_invalid",
} as const;

/** Texts of a payout are shown on screens and in files, which must not contain card numbers or secret keys. */
function checkSensitive(given: Instruction, faults: Faults): void {
  const { name, reference, endToEndId, metadata } = given;
  const texts = { name, reference, endToEndId, metadata };
  const fieldOf = (path: readonly PropertyKey[]) => String(path[0]) as keyof typeof INVALID;
  const card = findCardData(texts, () => false);
  if (card) faults.note("card_data", fieldOf(card), CARD_DATA_REFUSED);
  const secret = findSecret(texts, () => false);
  if (secret) faults.note(INVALID[fieldOf(secret)], fieldOf(secret), SECRET_REFUSED);
}

function checkAmount(given: Instruction, corridor: Corridor, faults: Faults): bigint | null {
  const { amountMinor, currency } = given;
  if (amountMinor === null) return faults.note("missing", "amountMinor", "An amount is required.");
  if (amountMinor <= 0n) {
    return faults.note("amount_invalid", "amountMinor", "The amount must be more than zero.");
  }
  if (amountMinor <= corridor.maxAmountMinor) return amountMinor;
  const most = minorToDecimal(corridor.maxAmountMinor, currency ?? "");
  return faults.note(
    "amount_invalid",
    "amountMinor",
    `At most ${most} ${currency} can be sent in one payout.`,
  );
}

function checkRail({ rail, currency }: Instruction, { rails }: Corridor, faults: Faults) {
  if (rail === null) return rails[0] ?? null;
  const known = rails.find((one) => one === rail);
  const label = `Payouts in ${currency} use ${LIST.format(rails)}.`;
  return known ?? faults.note("rail_invalid", "rail", label);
}

function checkReference(
  { reference }: Instruction,
  { maxReference }: Corridor,
  faults: Faults,
): string | null {
  if (reference === null || reference.trim() === "") return null;
  const plain = reference.replace(/\s+/g, " ").trim();
  if (/\p{C}/u.test(plain)) {
    return faults.note("reference_invalid", "reference", "A reference must be plain text.");
  }
  if (plain.length <= maxReference) return plain;
  const label = `At most ${maxReference} characters reach the beneficiary; this has ${plain.length}.`;
  return faults.note("reference_invalid", "reference", label);
}

function checkEndToEndId({ endToEndId }: Instruction, faults: Faults): string | null {
  if (endToEndId === null || endToEndId === "NOTPROVIDED") return null;
  if (END_TO_END.test(endToEndId)) return endToEndId;
  const label =
    "1 to 35 letters, digits and / - ? : ( ) . , ' + or spaces; no slash at an end and no two in a row.";
  return faults.note("end_to_end_id_invalid", "endToEndId", label);
}

const MAX_NAME = 140;
/** Removes the spaces and dashes with which people group digits. */
const plainDigits = (text: string) => text.replace(/[\s-]/g, "");

/** The bank account of an instruction in its stored form, or null with all faults noted. */
function checkBeneficiary(
  given: Instruction,
  corridor: Corridor,
  faults: Faults,
): PayoutAccount | null {
  const before = faults.count;
  const name = checkName(given, faults);
  const hasAccount = given.accountNumber !== null || given.sortCode !== null;
  if (given.iban !== null && hasAccount) {
    faults.note("account_invalid", "iban", "Give either an IBAN or an account number, not both.");
  }
  const found = hasAccount
    ? checkAccount(given, corridor, faults)
    : checkIban(given, corridor, faults);
  const country = checkCountry(given, found?.country ?? null, faults);
  const bic = found && checkBic(given, found.country, faults);
  if (faults.count > before || !found || name === null) return null;
  const { iban, accountNumber, sortCode } = found;
  return {
    name,
    iban,
    accountNumber,
    sortCode,
    bic: bic ?? null,
    country: country ?? found.country,
  };
}

function checkName({ name }: Instruction, faults: Faults): string | null {
  const trimmed = name?.replace(/\s+/g, " ").trim() ?? "";
  if (trimmed === "") return faults.note("missing", "name", "A name is required.");
  if (trimmed.length > MAX_NAME) {
    return faults.note("name_invalid", "name", `A name has at most ${MAX_NAME} characters.`);
  }
  if (!/\p{L}/u.test(trimmed) || /\p{C}/u.test(trimmed)) {
    return faults.note("name_invalid", "name", "Must be the name of a person or company.");
  }
  return trimmed;
}

type Found = Pick<PayoutAccount, "iban" | "accountNumber" | "sortCode" | "country">;

function checkIban(given: Instruction, { ibans, account }: Corridor, faults: Faults): Found | null {
  if (given.iban === null) {
    return account
      ? faults.note("missing", "accountNumber", "An account number is required.")
      : faults.note("missing", "iban", "An IBAN is required.");
  }
  const iban = plainIban(given.iban);
  const fault = ibanFault(iban);
  if (fault) return faults.note("iban_invalid", "iban", fault);
  const country = iban.slice(0, 2);
  const isReachable = ibans === "sepa" ? isSepaCountry(country) : ibans.includes(country);
  if (!isReachable) {
    const message = `Accounts in ${country} cannot be paid in this currency.`;
    return faults.note("iban_country_invalid", "iban", message);
  }
  return { iban, accountNumber: null, sortCode: null, country };
}

function checkAccount(given: Instruction, { account }: Corridor, faults: Faults): Found | null {
  if (!account) return faults.note("account_invalid", "accountNumber", "Give an IBAN instead.");
  const before = faults.count;
  const accountNumber = plainDigits(given.accountNumber ?? "");
  const sortCode = plainDigits(given.sortCode ?? "");
  if (!account.accountNumber.pattern.test(accountNumber)) {
    faults.note("account_invalid", "accountNumber", account.accountNumber.label);
  }
  if (account.sortCode && !account.sortCode.pattern.test(sortCode)) {
    faults.note("sort_code_invalid", "sortCode", account.sortCode.label);
  }
  if (faults.count > before) return null;
  return { iban: null, accountNumber, sortCode, country: account.country };
}

function checkCountry(given: Instruction, bank: string | null, faults: Faults): string | null {
  if (given.country === null) return bank;
  if (isCountryCode(given.country)) return given.country;
  return faults.note("country_invalid", "country", `${COUNTRY_LABEL}.`);
}

function checkBic({ bic }: Instruction, country: string, faults: Faults): string | null {
  if (bic === null) return null;
  const plain = bic.replace(/\s+/g, "").toUpperCase();
  const fault = bicFault(plain, country);
  return fault ? faults.note("bic_invalid", "bic", fault) : plain;
}
