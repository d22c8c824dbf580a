import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";

/** The driver has it; its types do not. */
type Unreferable = pg.Client & { unref(): void };

let sender: Promise<pg.Client> | undefined;

/** Sends a notification on a connection of its own: outside every transaction and never waiting
 *  for the pool. Reconnects on the next call after a loss. Does not keep the process alive. */
export async function notify(channel: string, payload = ""): Promise<void> {
  sender ??= openSender();
  const mine = sender;
  try {
    await (await mine).query("select pg_notify($1, $2)", [channel, payload]);
  } catch (error) {
    forget(mine);
    throw error;
  }
}

function openSender(): Promise<pg.Client> {
  // A notification that goes with a crash tells of nothing that anybody waits for; and the disk, which all
  // commits wait for in turn, is spared fifty of them a second.
  const options = "-c synchronous_commit=off";
  const opening = connect("paydesk notify", () => forget(opening), options).then((client) => {
    (client as Unreferable).unref();
    return client;
  });
  return opening;
}

/** The end of a connection is told several times, and by then there may be another one. */
function forget(lost: Promise<pg.Client>): void {
  if (sender !== lost) return;
  sender = undefined;
  lost.then((client) => client.end()).catch(() => {});
}

const RECONNECT_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Calls `heard` for every notification on `channel` with its payload, and once, with null, after every
 * (re)connect, since some may have been missed meanwhile. Reconnects for ever; returns the call that ends it.
 */
export function listen(
  channel: string,
  heard: (payload: string | null) => void,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  const open = async (): Promise<void> => {
    let lost = false;
    const again = () => {
      if (lost || stopped) return;
      lost = true;
      const pauseMs = backOffMs(++failures, RECONNECT_MS, LONGEST_PAUSE_MS);
      timer = setTimeout(() => void open(), pauseMs);
    };
    try {
      client = await connect("paydesk listen", again);
      client.on("notification", ({ payload }) => heard(payload ?? ""));
      await client.query(`listen ${channel}`);
      failures = 0;
      heard(null);
    } catch (error) {
      logTrouble("the listening connection failed; polling goes on", error);
      again();
    }
  };
  const opening = open();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await opening;
    await client?.end().catch(() => {});
  };
}

async function connect(name: string, lost: () => void, options?: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env.databaseUrl,
    application_name: name,
    ...(options ? { options } : {}),
    // A connection whose other end vanished without a word must be noticed.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on("error", lost);
  client.on("end", lost);
  await client.connect();
  return client;
}
