import type { TLSSocket } from "node:tls";
import {
  type Connection,
  type ConnectRules,
  isUncertified,
  phaseOf,
  webhookConnector,
} from "./connection.ts";
import { type Failure, failureOf } from "./failures.ts";

/** A person waits for the answer. */
const PROBE_MS = 5_000;

export type ProbeResult =
  | { reachable: true; selfSigned: boolean }
  | { reachable: false; failure: Failure };

/** Makes a TLS connection to the host of `url` under the rules for webhooks and closes it again. No
 *  HTTP request is sent. Never throws. */
export async function probeEndpoint(
  url: string,
  rules: Omit<ConnectRules, "timeoutMs">,
): Promise<ProbeResult> {
  const { hostname, host, port } = new URL(url);
  let connection: Connection | undefined;
  const connect = webhookConnector({ ...rules, timeoutMs: PROBE_MS });
  const target = { hostname: hostname.replace(/^\[|\]$/g, ""), port: port || "443" };
  const onBegin = (begun: Connection) => {
    connection = begun;
  };
  try {
    const socket = await new Promise<TLSSocket>((resolve, reject) => {
      connect(target, onBegin, (error, made) =>
        error ? reject(error) : resolve(made as TLSSocket),
      );
    });
    const selfSigned = isUncertified(socket);
    socket.destroy();
    return { reachable: true, selfSigned };
  } catch (error) {
    return { reachable: false, failure: failureOf(error, host, phaseOf(connection)) };
  }
}
