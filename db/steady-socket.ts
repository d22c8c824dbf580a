import type { LookupAddress } from "node:dns";
import { lookup as ask } from "node:dns/promises";
import { type LookupFunction, type NetConnectOpts, Socket } from "node:net";

/** A name server that is silent for so long is not waited for if the name had an address before. */
const PATIENCE_MS = 1_000;

/** The name server did not answer. One that does not know the name answers ENOTFOUND. */
const NO_ANSWER = "EAI_AGAIN";

/**
 * A `lookup` for sockets that uses the last known addresses of a name while no name server answers. `getaddrinfo` blocks one
 * of four threads of the process for 10 s then, so a name is asked for once at a time.
 */
export function steadyLookup(
  find: (host: string) => Promise<LookupAddress[]> = (host) => ask(host, { all: true }),
  patienceMs = PATIENCE_MS,
): LookupFunction {
  const last = new Map<string, LookupAddress[]>();
  const asking = new Map<string, Promise<LookupAddress[]>>();
  const askOnce = (host: string) => {
    const running =
      asking.get(host) ??
      find(host)
        .then((found) => {
          last.set(host, found);
          return found;
        })
        .finally(() => asking.delete(host));
    asking.set(host, running);
    return running;
  };
  const addressesOf = async (host: string): Promise<LookupAddress[]> => {
    const known = last.get(host);
    const answer = askOnce(host);
    if (!known) return await answer;
    const { promise: enough, resolve } = Promise.withResolvers<LookupAddress[]>();
    const timer = setTimeout(() => resolve(known), patienceMs);
    const steady = answer.catch((error: NodeJS.ErrnoException) => {
      if (error.code === NO_ANSWER) return known;
      throw error;
    });
    return await Promise.race([steady, enough]).finally(() => clearTimeout(timer));
  };
  return (host, options, callback) => {
    addressesOf(host).then(
      (addresses) => {
        const { address, family } = addresses[0]!;
        if (options.all) callback(null, addresses);
        else callback(null, address, family);
      },
      (error) => callback(error, "", 4),
    );
  };
}

const lookup = steadyLookup();

/** Makes a driver's socket look its host up with `steadyLookup`. */
export function steady(socket: Socket): Socket {
  const connect = socket.connect.bind(socket) as (options: NetConnectOpts) => Socket;
  // The driver connects to a port and host, or to the path of a Unix socket.
  const connectSteadily = (port: number | string, host: string) =>
    typeof port === "string" ? connect({ path: port }) : connect({ port, host, lookup });
  return Object.assign(socket, { connect: connectSteadily as Socket["connect"] });
}

/** The socket of a connection to the database. */
export const steadySocket = (): Socket => steady(new Socket());
