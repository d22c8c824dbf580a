import { runOffLoop } from "#lib/kernel/off-loop.ts";
import type { BodyRules } from "./parse-body.ts";

const TASK = new URL("./parse-body-task.ts", import.meta.url);

/** Runs `parseBody` off the event loop. Transfers `bytes`, which are unusable afterwards. Throws as `parseBody` and
 *  `runOffLoop`. */
export async function parseLargeBody(
  bytes: Uint8Array<ArrayBuffer>,
  rules: BodyRules,
): Promise<Record<string, unknown>> {
  const { result } = await runOffLoop<Record<string, unknown>, never>(TASK, { bytes, rules }, [
    bytes.buffer,
  ]);
  return result;
}
