import { connect } from "./notify.ts";
import { BESIDE_INDEXES_IN_KEPT_PLANS } from "./pool.ts";
import type { RunPrepared } from "./prepared.ts";

/** A connection of its own, for locks that end with it. Its statements use indexes and kept plans. */
export type Session = {
  /** Runs one prepared statement. Throws once the connection is lost. */
  run: RunPrepared;
  close(): Promise<void>;
};

const SETTINGS = [
  ...BESIDE_INDEXES_IN_KEPT_PLANS.map((name) => `${name}=off`),
  "jit=off",
  "plan_cache_mode=force_generic_plan",
];

/** Opens a session. `onLost` is called once when its connection ends, after which PostgreSQL has released its locks. */
export async function openSession(name: string, onLost: () => void): Promise<Session> {
  let open = true;
  const lost = () => {
    if (open) onLost();
    open = false;
  };
  const client = await connect(name, lost, SETTINGS.map((each) => `-c ${each}`).join(" "));
  return {
    run: async (statement, text, values) => {
      if (!open) throw new Error("the session is closed");
      return (await client.query({ name: statement, text, values: [...values] })).rows;
    },
    close: async () => {
      open = false;
      await client.end().catch(() => {});
    },
  };
}
