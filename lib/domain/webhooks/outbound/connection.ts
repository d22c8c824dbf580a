import { connect as connectTcp, isIP, type Socket } from "node:net";
import {
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import type { buildConnector } from "undici";
import type { Mode } from "#lib/kernel/mode.ts";
import { forbiddenAddresses } from "./addresses.ts";
import { type Certificate, certificateOf } from "./certificate.ts";
import type { Phase } from "./failures.ts";
import { hostLookup } from "./resolve-host.ts";

/** What became of one connection: when each phase ended, in milliseconds since it began. */
export type Connection = {
  startedMs: number;
  resolvedMs?: number;
  connectedMs?: number;
  securedMs?: number;
  address?: string;
  certificate?: Certificate;
  /** How many have been written on it. */
  requests: number;
};

/** A certificate without an authority that test mode accepts (service.md §6). */
const UNCERTIFIED = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

export type ConnectRules = {
  mode: Mode;
  allowPrivate: boolean;
  timeoutMs: number;
  /** Authorities trusted besides the system's. */
  ca?: string;
  /** Asked for names in place of the system's: `address:port`. */
  nameServers?: readonly string[];
};

/** Makes one connection. `onBegin` hears of it at once, and sees in it how far it came. */
export type Connect = (
  target: Pick<buildConnector.Options, "hostname" | "port">,
  onBegin: (connection: Connection) => void,
  callback: buildConnector.Callback,
) => void;

/**
 * Makes TLS ≥ 1.2 connections under the rules for webhooks: the address that is really connected to
 * is checked, whatever the name resolved to before; certificates are verified, except that test mode
 * accepts self-signed ones. Sessions are not resumed, so every connection is verified anew.
 *
 * The TCP connection is made first, because `tls.connect` silently ignores `blockList`.
 */
export function webhookConnector(rules: ConnectRules): Connect {
  const lookup = hostLookup(rules.nameServers);
  // Made once: a context of its own takes a connection a tenth of its time, and most of its memory.
  const context = createSecureContext({ minVersion: "TLSv1.2", ca: rules.ca });
  return ({ hostname, port }, onBegin, callback) => {
    const connection: Connection = { startedMs: performance.now(), requests: 0 };
    // An address literal is never looked up.
    if (isIP(hostname)) connection.resolvedMs = 0;
    onBegin(connection);
    const tcp = connectTcp(
      {
        host: hostname,
        port: Number(port || 443),
        lookup,
        blockList: forbiddenAddresses(rules),
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: 1_000,
        noDelay: true,
        keepAlive: true,
      },
      () => secure({ tcp, hostname, rules, context, connection, settle }),
    );
    const timer = setTimeout(() => settle(timedOut()), rules.timeoutMs);
    const settle = once((error: Error | null, socket?: TLSSocket) => {
      clearTimeout(timer);
      if (error || !socket) {
        tcp.destroy();
        callback(error ?? new Error("no socket"), null);
      } else {
        callback(null, socket);
      }
    });
    const since = () => performance.now() - connection.startedMs;
    tcp.once("lookup", () => {
      connection.resolvedMs = since();
    });
    tcp.on("error", settle);
  };
}

type Settle = (error: Error | null, socket?: TLSSocket) => void;

function secure(args: {
  tcp: Socket;
  hostname: string;
  rules: ConnectRules;
  context: SecureContext;
  connection: Connection;
  settle: Settle;
}): void {
  const { tcp, hostname, rules, context, connection, settle } = args;
  connection.connectedMs = performance.now() - connection.startedMs;
  connection.address = tcp.remoteAddress;
  const socket = connectTls({
    socket: tcp,
    host: hostname,
    servername: isIP(hostname) ? "" : hostname,
    ALPNProtocols: ["http/1.1"],
    secureContext: context,
    // Refused below, by the same verdict: by itself Node closes the connection before anybody can
    // tell whose certificate it was. Nothing is sent before that.
    rejectUnauthorized: false,
  });
  socket.on("error", settle);
  socket.once("close", () => settle(closed()));
  socket.once("secureConnect", () => {
    const shown = socket.getPeerCertificate();
    const refused = refusal(socket, rules.mode) ?? otherHost(shown, hostname);
    connection.certificate = certificateOf(shown) ?? undefined;
    if (!refused) connection.securedMs = performance.now() - connection.startedMs;
    settle(refused, socket);
  });
}

// Without a code of its own: how far the connection came says what it waited for.
const timedOut = () => new DOMException("timed out", "TimeoutError");
const closed = () => Object.assign(new Error("closed"), { code: "ECONNRESET" });

function once(settle: Settle): Settle {
  let done = false;
  return (error, socket) => {
    if (done) return;
    done = true;
    settle(error, socket);
  };
}

/** Why a certificate is refused: whatever is wrong with it in live mode, in test mode all but that no
 *  authority is behind it. Null when it is not. */
function refusal(socket: TLSSocket, mode: Mode): Error | null {
  if (socket.authorized) return null;
  // The types say Error, the runtime gives its code.
  const code = socket.authorizationError as unknown as string | null;
  if (code && mode === "test" && UNCERTIFIED.has(code)) return null;
  return Object.assign(new Error(`certificate refused: ${code}`), { code });
}

/** A certificate without an authority has not been held against the host's name by TLS itself. */
function otherHost(shown: PeerCertificate, hostname: string): Error | null {
  return checkServerIdentity(hostname, shown) ?? null;
}

/** Whether the server's certificate has no authority behind it. */
export function isUncertified(socket: TLSSocket): boolean {
  return UNCERTIFIED.has(socket.authorizationError as unknown as string);
}

/** How far an exchange came that has only this connection to show. */
export function phaseOf(connection: Connection | undefined): Phase {
  if (!connection) return "response";
  if (connection.securedMs !== undefined) return "response";
  if (connection.connectedMs !== undefined) return "tls";
  return connection.resolvedMs === undefined ? "dns" : "connect";
}
