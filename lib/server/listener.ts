import { constants, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer, type Server, type ServerOptions } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Settings } from "#lib/kernel/env.ts";
import { isExposed, isListed, isLoopback, type Reach } from "#lib/kernel/exposure.ts";
import { log } from "#lib/kernel/log.ts";
import { publishReadings } from "#lib/kernel/readings.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";

const REMEDY = [
  "Set TLS_CERT and TLS_KEY to PEM files, or name the proxy that ends TLS in TRUSTED_PROXY",
  "(127.0.0.1 for a proxy or tunnel on this machine),",
];

/** Why the server must not listen on its configured address, or null if it may. A plain HTTP request from outside is
 * refused (decisions §1), so without TLS nothing outside may reach the port. */
export function refuseToBind(reach: Reach): string | null {
  const { host, tls, trustedProxy, publicUrl } = reach;
  if (tls || trustedProxy.length > 0 || !isExposed(reach)) return null;
  const [setting, remedy] = isLoopback(host)
    ? [`PUBLIC_URL is ${publicUrl}`, "or leave PUBLIC_URL out to use Paydesk on this machine only."]
    : [`HOST is ${host}`, "or leave HOST at 127.0.0.1."];
  return [`${setting}, which others can reach, but TLS is not configured.`, ...REMEDY, remedy].join(
    "\n",
  );
}

/** Suites with ECDHE, so that a stolen key decrypts no recorded connection, and AEAD. All suites of TLS 1.3 have
 * both. */
const SUITES = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  ...["ECDHE-ECDSA", "ECDHE-RSA"].flatMap((exchange) => [
    `${exchange}-AES128-GCM-SHA256`,
    `${exchange}-AES256-GCM-SHA384`,
    `${exchange}-CHACHA20-POLY1305`,
  ]),
];

/** Options of every TLS listener: TLS 1.2 and newer, ECDHE and AEAD only, and no renegotiation, with which a client
 * could make the server compute one handshake after another. Throws if the PEM files cannot be read. */
export function readTls({ certPath, keyPath }: NonNullable<Settings["tls"]>) {
  return {
    cert: readFileSync(certPath),
    key: readFileSync(keyPath),
    minVersion: "TLSv1.2",
    ciphers: SUITES.join(":"),
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  } as const;
}

const LOOK_EVERY_MS = 10_000;

/** Uses a renewed certificate for new connections, within 10 s of the files' change and without a restart. Files that cannot be
 * used (a key that does not fit, half a file) are logged and tried again; the server keeps what it has. Ends with the server. */
function followTlsFiles(
  server: Server,
  files: NonNullable<Settings["tls"]>,
  everyMs: number,
): void {
  const contents = () => {
    const { cert, key } = readTls(files);
    return { cert, key };
  };
  let used = contents();
  const withdraw = publishReadings({
    name: "paydesk_tls_certificate_expiry_timestamp_seconds",
    help: "When the certificate that this process serves expires.",
    // The certificate of the server is the first of its file.
    read: () => Date.parse(new X509Certificate(used.cert).validTo) / 1_000,
  });
  const timer = setInterval(() => {
    try {
      const found = contents();
      if (found.cert.equals(used.cert) && found.key.equals(used.key)) return;
      server.setSecureContext(readTls(files));
      used = found;
      log.info("the certificate was renewed", files);
    } catch (error) {
      logTrouble("the renewed certificate cannot be used", error);
    }
  }, everyMs);
  timer.unref();
  server.once("close", () => {
    clearInterval(timer);
    withdraw();
  });
}

/** A TLS server that follows its files. */
export function createTlsServer(
  files: NonNullable<Settings["tls"]>,
  options: ServerOptions,
  handler: RequestListener,
  lookEveryMs = LOOK_EVERY_MS,
): Server {
  const server = createServer({ ...options, ...readTls(files) }, handler);
  followTlsFiles(server, files, lookEveryMs);
  return server;
}

/** Whether an address belongs to a declared proxy. */
export function proxyMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isListed(list, address);
}
