import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { findCompressedAssets, sendCompressed } from "./compressed-assets.ts";

const SCRIPT = "console.log('one script')";

test("scripts of the build are sent precompressed to clients that accept it, and nothing else is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-build-"));
  mkdirSync(join(folder, "static", "chunks"), { recursive: true });
  writeFileSync(join(folder, "static", "chunks", "one.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, "secret.js.br"), "not of the screens");
  const assets = findCompressedAssets(folder);
  const server = createServer((request, response) => {
    if (!sendCompressed(assets, request.url ?? "", { request, response })) response.end("Next");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get = (path: string, encoding: string, method = "GET") =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { "accept-encoding": encoding } });
  try {
    const sent = await get("/_next/static/chunks/one.js", "gzip, br");
    assert.equal(sent.headers.get("content-encoding"), "br");
    assert.match(sent.headers.get("content-type") ?? "", /^application\/javascript/);
    assert.match(sent.headers.get("cache-control") ?? "", /immutable/);
    assert.equal(sent.headers.get("vary"), "Accept-Encoding");
    assert.equal(await sent.text(), SCRIPT);
    const head = await get("/_next/static/chunks/one.js", "br", "HEAD");
    assert.deepEqual([head.headers.get("content-encoding"), await head.text()], ["br", ""]);
    for (const [path, encoding] of [
      ["/_next/static/chunks/one.js", "gzip"],
      ["/_next/static/chunks/one.js", ""],
      ["/_next/static/chunks/two.js", "br"],
      ["/_next/static/../secret.js", "br"],
      ["/_next/secret.js", "br"],
    ] as const) {
      assert.equal(await (await get(path, encoding)).text(), "Next", `${path} for ${encoding}`);
    }
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
