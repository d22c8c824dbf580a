import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-data.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { checkBeneficiary } from "./check-beneficiary.ts";
import { type Corridor, corridorOf, PAYOUT_CURRENCIES } from "./corridors.ts";
import type { Faults, Instruction } from "./instruction.ts";
import type { CheckedPayout } from "./types.ts";

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** What banks carry from end to end (ISO 20022, the SEPA character set). */
const END_TO_END = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/?:().,'+ -]{1,35}(?<!\/)$/;

/** The payout that an instruction asks for; notes every fault and answers null when there is one. Says
 *  nothing of what the account may do: its corridors and its balance. */
export function checkPayout(given: Instruction, faults: Faults): CheckedPayout | null {
  const before = faults.count;
  const corridor = checkCurrency(given, faults);
  checkCardData(given, faults);
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
  if (currency === null) return faults.note("missing", "currency", "Say in which currency.");
  const label = `Payouts are possible in ${LIST.format(PAYOUT_CURRENCIES)}.`;
  return corridorOf(currency) ?? faults.note("currency_invalid", "currency", label);
}

/** Text of ours ends on screens and in files, where no card number may be. */
function checkCardData(given: Instruction, faults: Faults): void {
  const { name, reference, endToEndId, metadata } = given;
  const found = findCardData({ name, reference, endToEndId, metadata }, () => false);
  if (!found) return;
  const field = String(found[0]) as "name" | "reference" | "endToEndId" | "metadata";
  faults.note("card_data", field, CARD_DATA_REFUSED);
}

function checkAmount(given: Instruction, corridor: Corridor, faults: Faults): bigint | null {
  const { amountMinor, currency } = given;
  if (amountMinor === null) return faults.note("missing", "amountMinor", "Say how much.");
  if (amountMinor <= 0n) {
    return faults.note("amount_invalid", "amountMinor", "The amount must be more than zero.");
  }
  if (amountMinor <= corridor.maxAmountMinor) return amountMinor;
  const most = minorToDecimal(corridor.maxAmountMinor, currency ?? "");
  return faults.note(
    "amount_invalid",
    "amountMinor",
    `At most ${most} ${currency} can be sent at once.`,
  );
}

function checkRail({ rail, currency }: Instruction, { rails }: Corridor, faults: Faults) {
  if (rail === null) return rails[0] ?? null;
  const known = rails.find((one) => one === rail);
  const label = `${currency} goes by ${LIST.format(rails)}.`;
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
    return faults.note("reference_invalid", "reference", "A reference is plain text.");
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
