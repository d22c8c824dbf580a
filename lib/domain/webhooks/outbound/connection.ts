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
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { forbiddenAddresses } from "./addresses.ts";
import { type Failure, failureOf, type Phase } from "./failures.ts";
import { hostLookup } from "./resolve-host.ts";

/** One connection: when each phase ended, in ms since `startedMs`. */
export type Connection = {
  startedMs: number;
  resolvedMs?: number;
  connectedMs?: number;
  securedMs?: number;
  address?: string;
  certificate?: Certificate;
  /** Requests sent on it. */
  requests: number;
};

/** Errors of certificates without a trusted authority, which test mode accepts (service.md §6). */
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
  /** Trusted authorities in addition to the system's. */
  ca?: string;
  /** Name servers instead of the system's, as `address:port`. */
  nameServers?: readonly string[];
};

/** Opens one connection. Calls `onBegin` first with an object that records its phases. */
export type Connect = (
  target: Pick<buildConnector.Options, "hostname" | "port">,
  onBegin: (connection: Connection) => void,
  callback: buildConnector.Callback,
) => void;

/**
 * Opens TLS ≥ 1.2 connections under the rules for webhooks. Checks the address that is actually connected
 * to, so a name that resolves differently the second time gains nothing. Verifies certificates, except that
 * test mode accepts self-signed ones. Does not resume sessions, so every connection is verified.
 *
 * Opens TCP first because `tls.connect` silently ignores `blockList`.
 */
export function webhookConnector(rules: ConnectRules): Connect {
  const lookup = hostLookup(rules.nameServers);
  // Shared: a context per connection would take a tenth of its time and most of its memory.
  const context = createSecureContext({ minVersion: "TLSv1.2", ca: rules.ca });
  return ({ hostname, port }, onBegin, callback) => {
    const connection: Connection = { startedMs: performance.now(), requests: 0 };
    // An IP address is not looked up.
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
    // Without the last dot of an absolute name (RFC 6066 §3).
    servername: isIP(hostname) ? "" : hostname.replace(/\.$/, ""),
    ALPNProtocols: ["http/1.1"],
    secureContext: context,
    // Checked below by the same verdict. Node itself would close the connection before the certificate can
    // be read. No request is sent before the check.
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

// Has no code: the phase tells what timed out.
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

/** Why a certificate is refused, or null. Live mode refuses every error; test mode accepts a missing
 *  authority. */
function refusal(socket: TLSSocket, mode: Mode): Error | null {
  if (socket.authorized) return null;
  // Typed as Error, but at run time it is the error's code.
  const code = socket.authorizationError as unknown as string | null;
  if (code && mode === "test" && UNCERTIFIED.has(code)) return null;
  return Object.assign(new Error(`certificate refused: ${code}`), { code });
}

/** Checks the host name, which TLS skips when the authority is already untrusted. */
function otherHost(shown: PeerCertificate, hostname: string): Error | null {
  return checkServerIdentity(hostname, shown) ?? null;
}

/** Whether the server's certificate is not from a trusted authority. */
function isUncertified(socket: TLSSocket): boolean {
  return UNCERTIFIED.has(socket.authorizationError as unknown as string);
}

/** The phase that a connection has reached. */
export function phaseOf(connection: Connection | undefined): Phase {
  if (!connection) return "response";
  if (connection.securedMs !== undefined) return "response";
  if (connection.connectedMs !== undefined) return "tls";
  return connection.resolvedMs === undefined ? "dns" : "connect";
}

/** A server's certificate, accepted or not. */
export type Certificate = {
  /** The host name in it. */
  subject: string;
  /** Organisation and name: `Let's Encrypt, R11`. */
  issuer: string;
  /** ISO 8601. */
  validFrom: string;
  validTo: string;
};

const LONGEST_NAME = 200;

/** Null without a certificate whose dates can be read. */
function certificateOf(certificate: PeerCertificate | null): Certificate | null {
  const shown: Partial<PeerCertificate> = certificate ?? {};
  const [validFrom, validTo] = [momentOf(shown.valid_from), momentOf(shown.valid_to)];
  if (!validFrom || !validTo) return null;
  return {
    subject: nameOf(shown.subject?.CN) || firstHost(shown.subjectaltname) || "without a name",
    issuer: [shown.issuer?.O, shown.issuer?.CN].map(nameOf).filter(Boolean).join(", "),
    validFrom,
    validTo,
  };
}

/** `DNS:hooks.example, DNS:www.hooks.example` → `hooks.example` */
function firstHost(names: string | undefined): string {
  return nameOf(names?.split(",")[0]?.replace(/^\s*\w[\w ]*:/, ""));
}

/** Cleans a stranger's text: PostgreSQL's JSON allows no NUL, and screens need a bound. */
function nameOf(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(" ") : (value ?? "");
  return text.replaceAll("\0", "").trim().slice(0, LONGEST_NAME);
}

function momentOf(text: string | undefined): string | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : dateFromMs(ms).toISOString();
}

/** Shorter than a delivery's deadline because a person waits for the result. */
const PROBE_MS = 5_000;

type ProbeResult =
  | { reachable: true; selfSigned: boolean }
  | { reachable: false; failure: Failure };

/** Opens a TLS connection to the host of `url` under the rules for webhooks and closes it. Sends no HTTP
 *  request. Never throws. */
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
