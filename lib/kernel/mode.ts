import { MODES, type Mode } from "./vocabulary/modes.ts";

export { MODES, type Mode };

export function isMode(value: string): value is Mode {
  return MODES.some((mode) => mode === value);
}
