import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Script } from "node:vm";
import { gunzipSync, gzipSync } from "node:zlib";
import { hostedApp } from "#lib/hosted/app.ts";
import { bundle } from "./bundle.ts";
import { LOCALES } from "./labels.ts";

const get = (path: string, headers: HeadersInit = {}) =>
  hostedApp.request(`/hosted/v1${path}`, { headers });
const KB = 1_024;
const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

test("the loader is a small plain script that any page can load and cache for a few minutes", async () => {
  const answer = await get("/paydesk.js");
  const text = await answer.text();
  assert.match(answer.headers.get("content-type") ?? "", /^text\/javascript/);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("cross-origin-resource-policy"), "cross-origin");
  assert.equal(answer.headers.get("cache-control"), "public, max-age=300");
  new Script(text);
  assert.ok(gzipSync(text).length < 3 * KB, `${gzipSync(text).length} bytes`);
  const packed = await get("/paydesk.js", { "accept-encoding": "br, gzip" });
  assert.equal(gunzipSync(await packed.arrayBuffer()).toString(), text);
  const etag = answer.headers.get("etag") ?? "";
  assert.equal((await get("/paydesk.js", { "if-none-match": etag })).status, 304);
});

test("the card page runs one script, loads nothing, and connects only to us", async () => {
  const answer = await get("/card");
  const text = await answer.text();
  const policy = answer.headers.get("content-security-policy") ?? "";
  const [, script = ""] = /<script>([\s\S]*)<\/script>\s*<\/body>/.exec(text) ?? [];
  const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
  assert.ok(script.length > 5_000 && style.length > 500);
  for (const directive of [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script)}'`,
    `style-src 'sha256-${sha256(style)}'`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "frame-ancestors 'self' https: http:",
  ]) {
    assert.ok(policy.split("; ").includes(directive), `${directive} in ${policy}`);
  }
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
  assert.equal(answer.headers.get("x-frame-options"), null);
  assert.doesNotMatch(text, /<link|<img|src=|@import|url\(|innerHTML|eval\(|localStorage|cookie/i);
  assert.ok(gzipSync(text).length < 12 * KB, `${gzipSync(text).length} bytes`);
  for (const name of ["cc-number", "cc-exp", "cc-csc"]) {
    assert.ok(text.includes(`inputmode="numeric" autocomplete="${name}"`));
  }
});

test("the page is in the payer's language, or in English", async () => {
  for (const [params, lang, title] of [
    ["de-AT", "de", "Kartendaten"],
    ["FR", "fr", "Coordonnées de la carte"],
    ["tlh", "en", "Card details"],
    ["<script>", "en", "Card details"],
  ] as const) {
    const text = await (await get(`/card?locale=${encodeURIComponent(params)}`)).text();
    assert.ok(text.includes(`<html lang="${lang}">`) && text.includes(`<title>${title}</title>`));
  }
  for (const [locale, label] of LOCALES) {
    assert.ok(Object.values(label).every(Boolean), `${locale} has a word for everything`);
  }
});

test("other paths are not found", async () => {
  for (const path of ["/", "/card.html", "/../card-state.ts", "/paydesk.ts"]) {
    assert.equal((await get(path)).status, 404, path);
  }
  assert.equal((await hostedApp.request("/hosted/v1/card", { method: "POST" })).status, 404);
});

test("bundled modules have no duplicate names", () => {
  const files = globSync("lib/hosted/fields/browser/*.ts").filter(
    (path) => !path.includes(".test."),
  );
  const named = [...files, "lib/kernel/clock.ts"]
    .filter((path) => !path.endsWith("loader.ts"))
    .flatMap((path) => {
      const tops = /^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm;
      return [...readFileSync(path, "utf8").matchAll(tops)].map(([, name]) => name);
    });
  assert.deepEqual(
    named.filter((name, i) => named.indexOf(name) !== i),
    [],
  );
  assert.doesNotMatch(bundle("./browser/frame.ts"), /^\s*(?:import|export)\b|<\/script/m);
});
