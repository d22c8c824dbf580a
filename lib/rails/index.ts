import { ApiError } from "#lib/kernel/errors.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Rail } from "./rail.ts";
import { sandboxRail } from "./sandbox/rail.ts";

export * from "./rail.ts";

const replaced: Partial<Record<Mode, Rail>> = {};

/** The rail that moves a mode's money. Throws `gateway_error` (502) for live mode while no
 *  connector serves it: never a pretended success. */
export function railFor(mode: Mode): Rail {
  const rail = replaced[mode] ?? (mode === "test" ? sandboxRail : undefined);
  if (!rail) {
    throw new ApiError(
      "gateway_error",
      "No acquirer is connected for live mode, so nothing was charged or stored. Use a test key, or connect an acquirer.",
    );
  }
  return rail;
}

/** Puts another rail in a mode's place (tests); returns the call that puts the old one back. */
export function useRail(mode: Mode, rail: Rail): () => void {
  const before = replaced[mode];
  replaced[mode] = rail;
  return () => {
    if (before) replaced[mode] = before;
    else delete replaced[mode];
  };
}
