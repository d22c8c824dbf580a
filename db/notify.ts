import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";
import { steadySocket } from "./steady-socket.ts";

/** The driver has this method; its types do not. */
type Unreferable = pg.Client & { unref(): void };

let sender: Promise<pg.Client> | undefined;

/** Sends a notification on its own connection, outside every transaction and without waiting for the pool. Reconnects
 * on the next call after a loss. Does not keep the process alive. */
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
  // Losing a notification in a crash is harmless, and not syncing saves fifty writes per second on the disk that all
  // commits wait for.
  const options = "-c synchronous_commit=off";
  const opening = connect("paydesk notify", () => forget(opening), { options }).then((client) => {
    (client as Unreferable).unref();
    return client;
  });
  return opening;
}

/** The end of a connection is reported several times, and there may be a new one by then. */
function forget(lost: Promise<pg.Client>): void {
  if (sender !== lost) return;
  sender = undefined;
  lost.then((client) => client.end()).catch(() => {});
}

const RECONNECT_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Calls `heard` with the payload of every notification on `channel`, and with null after every (re)connect, because
 * some may have been missed. Reconnects forever; returns a function that ends it. */
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
      logTrouble("listening connection failed, polling continues", error);
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

/** A connection outside the pools. `lost` is called when it ends. */
export async function connect(
  name: string,
  lost: () => void,
  config: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env.databaseDirectUrl,
    application_name: name,
    // Detects a connection whose other end disappeared.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    stream: steadySocket,
    ...config,
  });
  client.on("error", lost);
  client.on("end", lost);
  await client.connect();
  return client;
}
