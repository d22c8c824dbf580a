// Notices a server from which packets no longer arrive. TCP alone would wait for a quarter of an hour.

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseServer } from "#lib/kernel/database-address.ts";
import { onServer } from "./servers.ts";
import { cutServer, type ServiceClient } from "./service-client.ts";

const LOOK_EVERY_MS = 1_000;
/** A connection that is in use and silent for so long gives reason to ask its server. Slow statements are silent, too. */
const SUSPICIOUS_MS = 2_500;
/** A server that answered is not asked again for so long. */
const TRUSTED_MS = 3_000;
const MOMENT_MS = 20;

/** Bytes that a connection in use has read, and since when it has read nothing more. */
type Seen = { bytes: number; sinceMs: number };

const inUse = new Map<ServiceClient, Seen>();
const asking = new Set<string>();
const trustedUntilMs = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;
let lookedMs = 0;
/** When this process was last found to have done nothing for a while. */
let pausedMs = 0;

/** Watches the connections of a pool while they are in use. If one is silent for some seconds and its server does not answer
 * a new connection either, all connections to this server are cut. */
export function watchSilence(pool: pg.Pool): void {
  pool.on("acquire", (client) => {
    const own = client as unknown as ServiceClient;
    inUse.set(own, { bytes: own.bytesRead, sinceMs: performance.now() });
  });
  const forget = (client: unknown) => void inUse.delete(client as ServiceClient);
  pool.on("release", (_error, client) => forget(client));
  pool.on("remove", forget);
  if (timer) return;
  lookedMs = performance.now();
  timer = setInterval(look, LOOK_EVERY_MS).unref();
}

function look(): void {
  const ms = performance.now();
  // After a pause of this process the answers lie unread.
  if (ms - lookedMs > 2 * LOOK_EVERY_MS) pausedMs = ms;
  lookedMs = ms;
  const suspects = new Map<string, DatabaseServer>();
  for (const [client, seen] of inUse) {
    const { bytesRead, server } = client;
    if (bytesRead !== seen.bytes || pausedMs === ms) {
      Object.assign(seen, { bytes: bytesRead, sinceMs: ms });
    } else if (ms - seen.sinceMs > SUSPICIOUS_MS) {
      suspects.set(server.name, server);
    }
  }
  for (const [name, server] of suspects) {
    if (asking.has(name) || ms < (trustedUntilMs.get(name) ?? 0)) continue;
    asking.add(name);
    void isSilent(server)
      .then((silent) => {
        if (silent) cutServer(server);
        else trustedUntilMs.set(name, performance.now() + TRUSTED_MS);
      })
      .finally(() => asking.delete(name));
  }
}

/** Whether a server answers nothing, neither to a new connection, which would be a refusal at least, nor on those in use. */
async function isSilent({ name, url }: DatabaseServer): Promise<boolean> {
  const beganMs = performance.now();
  const before = [...inUse.keys()]
    .filter(({ server }) => server.name === name)
    .map((client) => [client, client.bytesRead] as const);
  try {
    await onServer(url, (client) => client.query("select"));
    return false;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
  }
  // Data that has arrived is read before a timer that is due later.
  await sleep(MOMENT_MS);
  const wasPaused = pausedMs > beganMs || performance.now() - lookedMs > 2 * LOOK_EVERY_MS;
  return !wasPaused && before.every(([client, bytes]) => client.bytesRead === bytes);
}
