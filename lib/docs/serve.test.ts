import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { plainPage } from "./page.ts";
import { openDocs, openDocsSources } from "./serve.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-docs-"));
const FILES = {
  "docs.html": "<h1>{origin}</h1>",
  "docs/glossary.md": "# Keys\n",
  "docs/docs.js": "1",
  "docs/paydesk.tgz": Buffer.from([0x1f, 0x8b, 0xff, 0xfe]),
  "docs/secret.pem": "not a file of the documentation",
};
let origin = "";
const server = createServer((request, response) => {
  const path = request.url?.split("?")[0] ?? "";
  if (docs?.has(request, path)) docs.send(path, { request, response });
  else response.writeHead(404).end();
});
let docs: ReturnType<typeof openDocs> | null = null;

before(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  docs = openDocs(folder, "https://pay.example");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${origin}${path}`, { headers, method });

test("a page has the installation's URL, and each encoding its own tag", async () => {
  const tags = new Set<string | null>();
  for (const encoding of ["br", "gzip", "identity"]) {
    const response = await ask("/docs", { "accept-encoding": encoding });
    assert.equal(response.headers.get("content-encoding") ?? "identity", encoding);
    assert.equal(await response.text(), "<h1>https://pay.example</h1>");
    assert.equal(response.headers.get("vary"), "Accept-Encoding");
    tags.add(response.headers.get("etag"));
  }
  assert.equal(tags.size, 3);
});

test("in development the scripts and the npm package are made from their sources", async () => {
  const built = docs;
  docs = openDocsSources();
  try {
    assert.equal((await ask("/docs")).status, 404, "Next renders the pages");
    assert.match(await (await ask("/docs/docs.js")).text(), /document/);
    const response = await ask("/docs/paydesk.tgz");
    assert.equal(response.headers.get("content-type"), "application/gzip");
    const tar = gunzipSync(Buffer.from(await response.arrayBuffer())).toString("latin1");
    assert.match(tar, /package\/dist\/cli\/main\.js/);
    assert.match(tar, /"name": "paydesk"/);
  } finally {
    docs = built;
  }
});

test("an unchanged page is not sent again", async () => {
  const first = await ask("/docs");
  const again = await ask("/docs", { "if-none-match": first.headers.get("etag") ?? "" });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), "");
});

test("only files of the documentation are found, by GET and HEAD", async () => {
  for (const path of ["/docs/secret.pem", "/docs.html", "/docs/none"]) {
    assert.equal((await ask(path)).status, 404, path);
  }
  assert.equal((await ask("/docs", {}, "POST")).status, 404);
  const head = await ask("/docs/glossary.md", { "accept-encoding": "identity" }, "HEAD");
  assert.equal(head.headers.get("content-type"), "text/markdown; charset=utf-8");
  assert.equal(head.headers.get("content-length"), "7");
});

test("a script is kept for ever only under the hash of its release", async () => {
  const cached = async (path: string) => (await ask(path)).headers.get("cache-control") ?? "";
  assert.match(await cached("/docs/docs.js?v=0123456789ab"), /immutable/);
  assert.doesNotMatch(await cached("/docs/docs.js"), /immutable/);
});

test("a page keeps no script of Next, and its code samples unchanged", () => {
  const html =
    '<head><script src="/_next/a.js" async=""></script><link rel="preload" as="script" href="/_next/b.js"/>' +
    '<meta name="description" content="Payments."/></head><body><!--$--><pre>&lt;script src=&quot;/docs/x.js&quot;&gt;</pre>' +
    '<script src="/docs/docs.js" defer=""></script><script>self.__next_f=[]</script></body>';
  const page = plainPage(html, {
    path: "/docs/a",
    description: 'A "guide"',
    release: "r1",
    fonts: ["/font.woff2"],
  });
  assert.doesNotMatch(page, /_next|<!--/);
  assert.match(page, /<script src="\/docs\/docs\.js\?v=r1" defer=""><\/script>/);
  assert.match(page, /content="A &quot;guide&quot;"/);
  assert.match(page, /href="\/docs\/a\.md"/);
  assert.ok(page.includes("&lt;script src=&quot;/docs/x.js&quot;&gt;"));
});
