import { invalid } from "./errors.ts";

/** The scenario of the sandbox that a call names. Throws `parameter_invalid` (`scenario`) that lists what
 *  `noun` ("A mandate") knows. */
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
