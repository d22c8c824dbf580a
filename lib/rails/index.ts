import { deriveKey } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { createConnector } from "./connector/connector.ts";
import { observedRail } from "./observed.ts";
import type { Rail } from "./rail.ts";
import { arnOf, shiftsLiability } from "./sandbox/acquirer-facts.ts";
import { SANDBOX_BANKS } from "./sandbox/bank-methods.ts";
import { DEBIT_CHARGEBACKS, REFUNDED_BY_PAYER } from "./sandbox/debits.ts";
import { sandboxRail } from "./sandbox/rail.ts";

export * from "./rail.ts";
export { arnOf, DEBIT_CHARGEBACKS, REFUNDED_BY_PAYER, SANDBOX_BANKS, shiftsLiability };

const replaced: Partial<Record<Mode, Rail>> = {};
const connectors = new Map<string, Rail>();
const ownSandbox = observedRail("test", sandboxRail);

/** The rail of a mode. Test mode: the sandbox, in this process or in its own (`SANDBOX_RAIL_URL`). Live mode: the
 * connector to `LIVE_RAIL_URL`; throws `gateway_error` (502) without one, never a pretended success. */
export function railFor(mode: Mode): Rail {
  const rail = replaced[mode] ?? (mode === "test" ? testRail() : liveRail());
  if (!rail) {
    throw new ApiError(
      "gateway_error",
      "No acquirer is connected for live mode, so nothing was charged or stored. Use a test key, or connect an acquirer.",
    );
  }
  return rail;
}

function testRail(): Rail {
  const url = env.sandboxRailUrl;
  return url ? connectorTo("test", url, sandboxSecret) : ownSandbox;
}

function liveRail(): Rail | null {
  const { liveRail } = env;
  return liveRail && connectorTo("live", liveRail.url, () => liveRail.secret);
}

/** One connector per mode and address, with its kept connections. */
function connectorTo(mode: Mode, url: string, secret: () => string): Rail {
  const known = connectors.get(`${mode} ${url}`);
  if (known) return known;
  const connector = createConnector({ url, secret: secret(), timeoutMs: env.railTimeoutMs });
  const made = observedRail(mode, connector);
  connectors.set(`${mode} ${url}`, made);
  return made;
}

/** The secret with which the sandbox rail and its callers sign: `SANDBOX_RAIL_SECRET`, or on one machine a key
 * derived from the master key. */
export function sandboxSecret(): string {
  return env.sandboxRailSecret ?? deriveKey("sandbox-rail").toString("base64url");
}

/** The rail of a mode with `before` awaited ahead of each call. If `before` throws, the call is not made. */
export function guardedRail(mode: Mode, before: () => Promise<void>): Rail {
  const rail = railFor(mode);
  return new Proxy(rail, {
    get(_, name: keyof Rail) {
      const call = rail[name].bind(rail) as (request: unknown) => Promise<unknown>;
      return async (request: unknown) => {
        await before();
        return await call(request);
      };
    },
  });
}

/** How long a call or worker can hold the lease of an object before a repeat or the recovery loop can take it over,
 * in milliseconds: longer than any single rail call. */
export function takeoverMs(): number {
  return 3 * env.railTimeoutMs;
}

/** Replaces a mode's rail (tests); returns a function that restores it. */
export function useRail(mode: Mode, rail: Rail): () => void {
  const before = replaced[mode];
  replaced[mode] = rail;
  return () => {
    if (before) replaced[mode] = before;
    else delete replaced[mode];
  };
}
