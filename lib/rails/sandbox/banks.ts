/** The banks that payers of the sandbox have, by id (decisions §5), as their pages call them. */
export const SANDBOX_BANKS: ReadonlyMap<string, string> = new Map([
  ["bank_ok", "Harbour & Vale Bank"],
  ["bank_slow", "Saimaa Pankki"],
  ["bank_declines", "Banca Meridiana"],
  ["bank_unavailable", "Shannon Bank"],
]);
