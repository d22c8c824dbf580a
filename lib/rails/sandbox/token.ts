import type { Scenario } from "./cards.ts";

/** A sandbox token says what will happen and nothing of the number but its last four digits. */
export function encodeToken(scenario: Scenario, last4: string): string {
  return `sbx_${scenario}_${last4}`;
}

/** Payers who were sent to their bank, or had a code of it, have nothing tokenised: their payments do as
 *  any other that succeeds. Throws when the token is none of the sandbox's: it came from another rail. */
export function scenarioOf(railToken: string): Scenario {
  if (railToken === "" || railToken.startsWith("blik_")) return "success";
  const scenario = /^sbx_([a-z0-9-]+)_\d{4}$/.exec(railToken)?.[1];
  if (!scenario) throw new Error("not a token of the sandbox rail");
  return scenario as Scenario;
}
