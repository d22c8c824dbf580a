import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type ConnectionOptions, connect, getCiphers, type TlsOptions } from "node:tls";
import { generate } from "selfsigned";
import { createTlsServer, readTls } from "./listener.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-tls-"));
const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Ports = { ours: number; any: number };
/** For each kind of certificate a port with our options, and one that accepts every suite of OpenSSL. */
const ports: { rsa?: Ports; ec?: Ports } = {};

async function listen(options: TlsOptions): Promise<number> {
  const server = createServer(options, (_, response) => response.end());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

before(async () => {
  for (const keyType of ["rsa", "ec"] as const) {
    const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
      keyType,
    });
    const files = {
      certPath: join(folder, `${keyType}.crt`),
      keyPath: join(folder, `${keyType}.key`),
    };
    writeFileSync(files.certPath, cert);
    writeFileSync(files.keyPath, key);
    const anything = { minVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" } as const;
    ports[keyType] = {
      ours: await listen(readTls(files)),
      any: await listen({ cert, key, ...anything }),
    };
  }
});

/** The suite of a handshake; null if it was refused. */
function shake(port: number, params: ConnectionOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...params });
    socket.once("error", () => resolve(null));
    socket.once("secureConnect", () => {
      resolve(socket.getCipher().standardName);
      socket.destroy();
    });
  });
}

const withSuite = (name: string): ConnectionOptions => ({
  ciphers: `${name}:@SECLEVEL=0`,
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2",
});

const isAllowed = (suite: string) =>
  /^TLS_ECDHE_(RSA|ECDSA)_WITH_(AES_\d+_GCM|CHACHA20_POLY1305)_SHA\d+$/.test(suite);

test("TLS 1.2 uses only suites with ECDHE and AEAD; others are refused", async () => {
  const accepted: string[] = [];
  const refused: string[] = [];
  for (const { ours, any } of Object.values(ports)) {
    for (const name of getCiphers().filter((one) => !one.startsWith("tls_"))) {
      const params = withSuite(name.toUpperCase());
      const known = await shake(any, params);
      if (known === null) continue;
      const answered = await shake(ours, params);
      assert.equal(answered, isAllowed(known) ? known : null);
      (answered ? accepted : refused).push(known);
    }
  }
  assert.equal(accepted.length, 6);
  // Covers each reason to refuse: RSA key exchange, no forward secrecy, CBC.
  for (const reason of [/^TLS_RSA_WITH_AES_128_GCM/, /^TLS_RSA_WITH/, /^TLS_ECDHE_\w+_CBC_/]) {
    assert.ok(
      refused.some((suite) => reason.test(suite)),
      `${reason} of ${refused}`,
    );
  }
});

test("TLS 1.0 and 1.1 are refused, 1.3 is accepted", async () => {
  const { ours, any } = ports.rsa!;
  for (const version of ["TLSv1", "TLSv1.1"] as const) {
    const params = {
      minVersion: version,
      maxVersion: version,
      ciphers: "ALL:@SECLEVEL=0",
    } as const;
    assert.notEqual(await shake(any, params), null, version);
    assert.equal(await shake(ours, params), null, version);
  }
  assert.match(String(await shake(ours, { minVersion: "TLSv1.3" })), /^TLS_AES_128_GCM/);
});

/** Whether a second handshake on one connection succeeds. */
function renegotiate(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const params = { maxVersion: "TLSv1.2", rejectUnauthorized: false } as const;
    const socket = connect({ host: "127.0.0.1", port, ...params }, () => {
      socket.renegotiate({ rejectUnauthorized: false }, (error) => {
        resolve(error === null);
        socket.destroy();
      });
    });
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
  });
}

test("a client cannot renegotiate", async () => {
  const { ours, any } = ports.rsa!;
  assert.equal(await renegotiate(any), true);
  assert.equal(await renegotiate(ours), false);
});

/** The serial number of the certificate that a new connection is shown. */
function serialAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
  });
}

test("a renewed certificate is used without a restart, and files that do not fit are not", async () => {
  const files = { certPath: join(folder, "renewed.crt"), keyPath: join(folder, "renewed.key") };
  const make = async () => await generate([{ name: "commonName", value: "localhost" }]);
  const first = await make();
  writeFileSync(files.certPath, first.cert);
  writeFileSync(files.keyPath, first.private);
  const server = createTlsServer(files, {}, (_, response) => response.end(), 5);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const before = await serialAt(port);

  const second = await make();
  writeFileSync(files.certPath, second.cert);
  // The key still belongs to the first certificate.
  for (let looks = 0; looks < 5; looks++) assert.equal(await serialAt(port), before);
  writeFileSync(files.keyPath, second.private);
  let after = before;
  while (after === before) after = await serialAt(port);
  assert.notEqual(after, before);
});
