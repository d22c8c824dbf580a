/** The sandbox's banks by id (decisions §5), with the names that their pages show. */
export const SANDBOX_BANKS: ReadonlyMap<string, string> = new Map([
  ["bank_ok", "Harbour & Vale Bank"],
  ["bank_slow", "Saimaa Pankki"],
  ["bank_declines", "Banca Meridiana"],
  ["bank_unavailable", "Shannon Bank"],
]);
