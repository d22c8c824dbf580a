import type pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";
import { ServiceClient } from "./service-client.ts";

/** The driver has this method; its types do not. */
type Unreferable = ServiceClient & { unref(): void };

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

/** Ends the connection of `notify`. The next call opens one to the database that is configured then. */
export function closeNotifier(): void {
  if (sender) forget(sender);
}

const RECONNECT_MS = 500;
const LONGEST_PAUSE_MS = 2_000;

type Hearer = { channel: string; heard: (payload: string | null) => void };

let listener: ReturnType<typeof startListener> | undefined;

/** Calls `heard` with the payload of every notification on `channel`, and with null after every (re)connect, because
 * some may have been missed. Reconnects forever; returns a function that ends it. All listeners of a process share one
 * connection. */
export function listen(
  channel: string,
  heard: (payload: string | null) => void,
): () => Promise<void> {
  listener ??= startListener();
  const mine = listener;
  const hearer = { channel, heard };
  const added = mine.add(hearer);
  return async () => {
    await added;
    if (!mine.remove(hearer)) return;
    if (listener === mine) listener = undefined;
    await mine.end();
  };
}

/** One connection that listens on the channels of all its hearers. */
function startListener() {
  const hearers = new Set<Hearer>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopped = false;
  const tell = (channel: string, payload: string) => {
    for (const one of [...hearers]) if (one.channel === channel) one.heard(payload);
  };
  const open = async (): Promise<void> => {
    let lost = false;
    const again = () => {
      if (lost || stopped) return;
      lost = true;
      client = undefined;
      const pauseMs = backOffMs(++failures, RECONNECT_MS, LONGEST_PAUSE_MS);
      timer = setTimeout(() => {
        opening = open();
      }, pauseMs);
    };
    let connected: pg.Client | undefined;
    try {
      connected = await connect("paydesk listen", again);
      connected.on("notification", ({ channel, payload }) => tell(channel, payload ?? ""));
      const before = [...hearers];
      for (const { channel } of before) await connected.query(`listen ${channel}`);
      if (lost) return;
      failures = 0;
      client = connected;
      for (const one of before) if (hearers.has(one)) one.heard(null);
      for (const one of hearers) if (!before.includes(one)) await begin(connected, one);
    } catch (error) {
      logTrouble("listening connection failed, polling continues", error);
      void connected?.end().catch(() => {});
      again();
    }
  };
  const begin = async (connected: pg.Client, one: Hearer) => {
    await connected.query(`listen ${one.channel}`);
    if (hearers.has(one)) one.heard(null);
  };
  let opening: Promise<void> = Promise.resolve().then(open);
  return {
    async add(hearer: Hearer): Promise<void> {
      hearers.add(hearer);
      // A connection that is lost or not open yet listens for all when it opens.
      if (client) await begin(client, hearer).catch(() => {});
    },
    /** Whether it was the last one, so that the connection is to be ended. */
    remove(hearer: Hearer): boolean {
      return hearers.delete(hearer) && hearers.size === 0;
    },
    async end(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await opening;
      await client?.end().catch(() => {});
    },
  };
}

/** A connection outside the pools. `lost` is called when it ends. */
export async function connect(
  name: string,
  lost: () => void,
  config: pg.ClientConfig = {},
): Promise<ServiceClient> {
  const client = new ServiceClient({
    connectionString: env.databaseDirectUrl,
    application_name: name,
    ...config,
  });
  client.on("error", lost);
  client.on("end", lost);
  await client.connect();
  return client;
}
