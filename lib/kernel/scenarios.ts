import { invalid } from "./errors.ts";

/** The sandbox scenario with this name. Throws `parameter_invalid` for `scenario` with a list of those that `noun` ("A
 *  mandate") has. */
export function pickScenario<Scenario>(
  noun: string,
  scenarios: Readonly<Record<string, Scenario>>,
  name: string,
): Scenario {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (scenario !== undefined) return scenario;
  const names = Object.keys(scenarios).join(", ");
  throw invalid("scenario", `${noun} knows the scenarios ${names}.`);
}
