import { FLOWS, type Made } from "../packages/paydesk/src/cli/flows.ts";
import { api } from "./api.ts";

/** Makes the calls of `paydesk trigger` for these types of events, with a secret key of test mode. Throws if one is refused. */
export async function makeByFlows(
  key: string,
  types: readonly (keyof typeof FLOWS)[],
): Promise<void> {
  for (const type of types) {
    let made: Made = {};
    for (const step of FLOWS[type]) {
      const path = typeof step.path === "string" ? step.path : step.path(made);
      const params = typeof step.body === "function" ? step.body(made) : step.body;
      const { status, text, body } = await api().call(key, params ? "POST" : "GET", path, params);
      if (status >= 300) throw new Error(`${type}: ${path}: ${text}`);
      made = { ...made, [step.as]: body.data?.[0] ?? body };
    }
  }
}
