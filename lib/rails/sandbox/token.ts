import type { Scenario } from "./cards.ts";

/** A sandbox token contains the scenario and only the last four digits of the number. */
export function encodeToken(scenario: Scenario, last4: string): string {
  return `sbx_${scenario}_${last4}`;
}

/** Redirect and code methods have no token: their payments succeed. Throws if the token is from another rail. */
export function scenarioOf(railToken: string): Scenario {
  if (railToken === "" || railToken.startsWith("blik_")) return "success";
  const scenario = /^sbx_([a-z0-9-]+)_\d{4}$/.exec(railToken)?.[1];
  if (!scenario) throw new Error("not a token of the sandbox rail");
  return scenario as Scenario;
}
