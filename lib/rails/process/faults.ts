import { createHash } from "node:crypto";
import { z } from "zod";

/** What can go wrong between a rail and its caller. `before` and `after` say whether the rail had
 *  carried the operation out by then. */
export const FAULTS = [
  "timeout_before",
  "timeout_after",
  "reset_before",
  "reset_after",
  "error_before",
  "error_after",
  /** Signed, and nothing that anybody could read. */
  "garbage",
  /** The answer comes when the caller has given up. */
  "late_answer",
  /** The question arrives, and is carried out, when the caller has given up. */
  "late_action",
  /** The same answer twice: the second one is in the way of the next question's. */
  "duplicate",
  /** The answer is held back until another one has overtaken it. */
  "swap",
] as const;
export type Fault = (typeof FAULTS)[number];

const rule = z.object({
  fault: z.enum(FAULTS),
  probability: z.number().min(0).max(1),
  /** Paths of the operations that it may befall; all of them when not given. */
  operations: z.array(z.string()).optional(),
});

export const faultPlan = z.object({
  seed: z.number().int(),
  /** What `late` means. */
  lateMs: z.number().int().min(0).max(600_000).default(12_000),
  /** How long every operation takes, half of it before the rail acts: acquirers are not instant. */
  latencyMs: z.number().int().min(0).max(60_000).default(0),
  rules: z.array(rule).max(64),
});
export type FaultPlan = z.infer<typeof faultPlan>;

export const NO_FAULTS: FaultPlan = { seed: 0, lateMs: 12_000, latencyMs: 0, rules: [] };

/**
 * The fault that befalls the `nth` arrival of an operation with this id, or none. Depends on nothing
 * else: one seed gives the same run however calls interleave, and a repeat throws the dice anew.
 */
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

/** `timeout_before=0.05,garbage=0.01` as rules. Throws on anything else. */
export function parseFaults(text: string): FaultPlan["rules"] {
  return text
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [fault, probability = ""] = part.split("=");
      const parsed = rule.safeParse({ fault: fault?.trim(), probability: Number(probability) });
      if (!parsed.success || probability === "") {
        throw new Error(
          `"${part}" is no fault. Say fault=probability, such as timeout_after=0.05, of: ${FAULTS.join(", ")}.`,
        );
      }
      return parsed.data;
    });
}
