import { bicFault, ibanFault, isSepaCountry, plainIban } from "#lib/kernel/iban.ts";
import type { PayoutAccount } from "#lib/rails/index.ts";
import type { Corridor } from "./corridors.ts";
import type { Faults, Instruction } from "./instruction.ts";

const MAX_NAME = 140;
/** Digits as people write them: in groups, with dashes between. */
const plainDigits = (text: string) => text.replace(/[\s-]/g, "");

/** The account that an instruction names, in the form in which it is kept; notes every fault and answers
 *  null when there is one. */
export function checkBeneficiary(
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
  if (trimmed === "") return faults.note("missing", "name", "Say who is paid.");
  if (trimmed.length > MAX_NAME) {
    return faults.note("name_invalid", "name", `A name has at most ${MAX_NAME} characters.`);
  }
  if (!/\p{L}/u.test(trimmed) || /\p{C}/u.test(trimmed)) {
    return faults.note("name_invalid", "name", "That is no name of a person or a company.");
  }
  return trimmed;
}

type Found = Pick<PayoutAccount, "iban" | "accountNumber" | "sortCode" | "country">;

function checkIban(given: Instruction, { ibans, account }: Corridor, faults: Faults): Found | null {
  if (given.iban === null) {
    return account
      ? faults.note("missing", "accountNumber", "Say which account is paid.")
      : faults.note("missing", "iban", "Give the IBAN of the account that is paid.");
  }
  const iban = plainIban(given.iban);
  const fault = ibanFault(iban);
  if (fault) return faults.note("iban_invalid", "iban", fault);
  const country = iban.slice(0, 2);
  const isReachable = ibans === "sepa" ? isSepaCountry(country) : ibans.includes(country);
  if (!isReachable) {
    const message = `Accounts of ${country} cannot be paid in this currency.`;
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
  if (/^[A-Z]{2}$/.test(given.country)) return given.country;
  const label = "Must be a two-letter ISO 3166 country code in upper case, such as DE.";
  return faults.note("country_invalid", "country", label);
}

function checkBic({ bic }: Instruction, country: string, faults: Faults): string | null {
  if (bic === null) return null;
  const plain = bic.replace(/\s+/g, "").toUpperCase();
  const fault = bicFault(plain, country);
  return fault ? faults.note("bic_invalid", "bic", fault) : plain;
}
