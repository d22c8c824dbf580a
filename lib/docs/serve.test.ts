import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { useClock } from "#lib/kernel/clock.ts";
import { EXAMPLE_DAY } from "#lib/kernel/vocabulary/example-day.ts";
import { readHashes } from "#tools/package/tarballs.ts";
import { plainPage } from "./page.ts";
import { openDocs, openDocsSources } from "./serve.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-docs-"));
const FILES = {
  "docs.html": "<h1>{origin}</h1>",
  "docs/glossary.md": "# Keys\n",
  "docs/docs.js": "1",
  "docs/analytics.md": `from ${EXAMPLE_DAY}T08:00:00Z`,
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

test("a release of the npm package has an address of its own whose bytes never change", async () => {
  const [newest = ""] = Object.keys(readHashes()).reverse();
  const path = `/docs/paydesk-${newest}.tgz`;
  const moved = await fetch(`${origin}/docs/paydesk.tgz`, { redirect: "manual" });
  assert.deepEqual([moved.status, moved.headers.get("location")], [302, path]);
  assert.equal(moved.headers.get("cache-control"), "no-cache");
  for (const [version, integrity] of Object.entries(readHashes())) {
    const response = await ask(`/docs/paydesk-${version}.tgz`);
    assert.equal(response.headers.get("content-type"), "application/gzip");
    assert.match(response.headers.get("cache-control") ?? "", /immutable/);
    const bytes = Buffer.from(await response.arrayBuffer());
    const digest = createHash("sha512").update(bytes).digest("base64");
    assert.equal(`sha512-${digest}`, integrity, `the tarball of ${version}`);
  }
  assert.equal((await ask("/docs/paydesk-0.0.9.tgz")).status, 404);
});

/** Next's answers in development. */
const RENDERED: Record<string, string> = {
  "/docs":
    '<main><h1>Guides</h1><p>All.</p><a href="/docs/refunds#refund">R</a><a href="/docs/design">D</a></main>',
  "/docs/refunds": '<main><h1>Refunds</h1><p>Give money back.</p><a href="/docs">Back</a></main>',
  "/docs/design": "<main><h1>For us</h1></main>",
};

test("in development the files of a build are made on request from the pages that Next renders", async () => {
  const next = createServer((request, response) => {
    const html = RENDERED[request.url ?? ""];
    response.writeHead(html ? 200 : 404).end(html);
  });
  await new Promise<void>((resolve) => next.listen(0, "127.0.0.1", resolve));
  const built = docs;
  docs = openDocsSources((next.address() as AddressInfo).port, "https://pay.example");
  try {
    const text = async (path: string) => await (await ask(path)).text();
    assert.equal((await ask("/docs")).status, 404, "Next renders the pages");
    assert.match(await text("/docs/docs.js"), /document/);
    assert.match(await text("/docs/changelog.atom"), /<feed/);
    assert.equal(
      await text("/docs/refunds.md"),
      "# Refunds\n\nGive money back.\n\n[Back](/docs)\n",
    );
    assert.equal((await ask("/docs/none.md")).status, 404);
    assert.equal((await ask("/docs/design.md")).status, 404);
    const list = await text("/llms.txt");
    assert.match(list, /\(https:\/\/pay\.example\/docs\/refunds\.md\): Give money back\./);
    assert.doesNotMatch(list, /For us/);
    const places = [...(await text("/sitemap.xml")).matchAll(/<loc>(.*?)<\/loc>/g)];
    assert.deepEqual(
      places.map(([, url]) => url),
      ["https://pay.example/docs", "https://pay.example/docs/refunds"],
    );
    const index: { title: string }[] = JSON.parse(await text("/docs/search.json"));
    assert.deepEqual(
      index.map(({ title }) => title),
      ["Guides", "Refunds"],
    );
    assert.match(await text("/robots.txt"), /Sitemap: https:\/\/pay\.example\/sitemap\.xml/);
    assert.equal((await ask("/docs/paydesk.tgz")).status, 200);
  } finally {
    docs = built;
    next.close();
  }
});

test("a page shows yesterday in place of the example day, also after midnight", async () => {
  const restore = useClock({ nowMs: () => Date.parse("2026-11-27T23:59:59Z") });
  try {
    assert.equal(await (await ask("/docs/analytics.md")).text(), "from 2026-11-26T08:00:00Z");
    useClock({ nowMs: () => Date.parse("2026-11-28T00:00:01Z") });
    assert.equal(await (await ask("/docs/analytics.md")).text(), "from 2026-11-27T08:00:00Z");
  } finally {
    restore();
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
