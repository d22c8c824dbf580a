import { createHash } from "node:crypto";
import { z } from "zod";

/** Faults between a rail and its caller. `before` and `after` say whether the rail had executed the operation. */
export const FAULTS = [
  "timeout_before",
  "timeout_after",
  "reset_before",
  "reset_after",
  "error_before",
  "error_after",
  /** A signed, unreadable body. */
  "garbage",
  /** The answer arrives after the caller has given up. */
  "late_answer",
  /** The request arrives and is executed after the caller has given up. */
  "late_action",
  /** The same answer twice; the second precedes the answer to the next request. */
  "duplicate",
  /** The answer is held until another one has overtaken it. */
  "swap",
] as const;
export type Fault = (typeof FAULTS)[number];

const rule = z.object({
  fault: z.enum(FAULTS),
  probability: z.number().min(0).max(1),
  /** Paths of the affected operations; all by default. */
  operations: z.array(z.string()).optional(),
});

export const faultPlan = z.object({
  seed: z.number().int(),
  /** The delay of the `late` faults. */
  lateMs: z.number().int().min(0).max(600_000).default(12_000),
  /** Latency of every operation, half of it before the rail acts. */
  latencyMs: z.number().int().min(0).max(60_000).default(0),
  rules: z.array(rule).max(64),
});
export type FaultPlan = z.infer<typeof faultPlan>;

export const NO_FAULTS: FaultPlan = { seed: 0, lateMs: 12_000, latencyMs: 0, rules: [] };

/** The fault of the `nth` arrival of an operation with this id, or none. Depends on nothing else, so one seed gives
 * the same run in any interleaving, and a repeat draws again. */
export function faultFor(plan: FaultPlan, path: string, id: string, nth: number): Fault | null {
  if (plan.rules.length === 0) return null;
  const digest = createHash("sha256").update(`${plan.seed} ${path} ${id} ${nth}`).digest();
  let left = digest.readUIntBE(0, 6) / 2 ** 48;
  for (const { fault, probability, operations } of plan.rules) {
    if (operations && !operations.includes(path)) continue;
    left -= probability;
    if (left < 0) return fault;
  }
  return null;
}

/** Parses `timeout_before=0.05,garbage=0.01`. Throws for anything else. */
export function parseFaults(text: string): FaultPlan["rules"] {
  return text
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [fault, probability = ""] = part.split("=");
      const parsed = rule.safeParse({ fault: fault?.trim(), probability: Number(probability) });
      if (!parsed.success || probability === "") {
        throw new Error(
          `"${part}" is not a fault. Use fault=probability, such as timeout_after=0.05, with one of: ${FAULTS.join(", ")}.`,
        );
      }
      return parsed.data;
    });
}
