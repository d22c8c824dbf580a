/** ISO 20022 reasons for which banks reject or return credit transfers, as texts for merchants. */
const REASONS: Readonly<Record<string, string>> = {
  AB05: "The beneficiary's bank did not answer in time.",
  AB06: "The bank between did not answer in time.",
  AB07: "The bank between could not be reached.",
  AB08: "The beneficiary's bank could not be reached.",
  AB09: "There was an error at the beneficiary's bank.",
  AB10: "There was an error at a bank between.",
  AC01: "The account number is incorrect.",
  AC04: "The account is closed.",
  AC06: "The account is blocked.",
  AG01: "Credits are forbidden on this type of account.",
  AM02: "The amount is not allowed.",
  AM04: "There were insufficient funds.",
  AM05: "The same credit was sent before.",
  BE04: "The beneficiary's address is missing or incorrect.",
  CNOR: "The beneficiary's bank is not reachable over SEPA Instant.",
  FOCR: "The beneficiary's bank sent it back at the sender's request.",
  MD07: "The account holder has died.",
  MS02: "The beneficiary refused it and gave no reason.",
  MS03: "The beneficiary's bank refused it and gave no reason.",
  RR01: "The sender's account or identification is missing.",
  RR02: "The sender's name or address is missing.",
  RR03: "The beneficiary's name or address is missing.",
  RR04: "It was refused for regulatory reasons.",
};

export const REASON_CODES: readonly string[] = Object.keys(REASONS);

/** The text of a reason; banks may send codes that are not in the list. */
export function reasonMessage(code: string): string {
  return REASONS[code] ?? `The bank gave the reason ${code}.`;
}
