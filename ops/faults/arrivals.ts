import { type Receiver, startReceiver } from "#test/receiver.ts";

export type Arrivals = {
  url: string;
  /** How often each event arrived, by its id. */
  counts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** A merchant's receiver that remembers the ids of what arrives, not the bodies. */
export async function startArrivals(host = "localhost"): Promise<Arrivals> {
  const receiver: Receiver = await startReceiver({ host });
  const counts = new Map<string, number>();
  const isLocal = host === "localhost";
  receiver.reply(({ headers }) => {
    const id = headers["service-event-id"] ?? "";
    counts.set(id, (counts.get(id) ?? 0) + 1);
    receiver.received.length = 0;
    // A host other than this machine is looked up for each delivery.
    return { status: 200, body: "ok", ...(isLocal ? {} : { headers: { connection: "close" } }) };
  });
  return { url: `https://${host}:${receiver.port}/hooks`, counts, stop: receiver.stop };
}
