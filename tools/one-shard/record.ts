import type { ServiceClient } from "#db/service-client.ts";

/** A statement that the program sent, with the values of one of its runs. */
export type Sent = { name: string | null; text: string; values: readonly unknown[] };

type Query = (...args: unknown[]) => unknown;
type Driver = { prototype: { query: Query } };

/** Runs `work` and returns each different statement that the connections of this process sent meanwhile, in the order of
 *  their first runs. Copies are left out: their text names no account. */
export async function record(
  client: typeof ServiceClient,
  work: () => Promise<void>,
): Promise<Sent[]> {
  const { prototype } = client as unknown as Driver;
  const sent = new Map<string, Sent>();
  const query = prototype.query;
  prototype.query = function (this: unknown, ...args) {
    const [first, second] = args as [unknown, unknown];
    const config = (typeof first === "object" ? first : { text: first }) as Partial<Sent>;
    const given = config.values ?? (Array.isArray(second) ? second : []);
    const { text, name = null } = config;
    if (typeof text === "string" && !sent.has(text)) sent.set(text, { name, text, values: given });
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return [...sent.values()];
}
