import { constants } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Settings } from "#lib/kernel/env.ts";

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
