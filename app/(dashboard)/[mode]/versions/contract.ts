"use client";

import { createContext, useContext } from "react";
import type { Change, Correction } from "../../../docs/api/reference.ts";

/** Changelog and names of all calls, from the contract. */
export type Contract = {
  changes: readonly Change[];
  corrections: readonly Correction[];
  calls: Readonly<Record<string, string>>;
};

export const ContractContext = createContext<Contract>({
  changes: [],
  corrections: [],
  calls: {},
});

/** The contract of the Versions screen, for its parts. */
export const useContract = () => useContext(ContractContext);
