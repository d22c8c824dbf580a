import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Hono, type Context as HonoContext } from "hono";
import { html, raw } from "hono/html";
import { env } from "#lib/kernel/env.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { FieldName } from "./browser/card-state.ts";
import { bundle } from "./bundle.ts";
import { type Label, LOCALES, localeOf } from "./labels.ts";
import { STYLE } from "./style.ts";

/** `paydesk.js` and the page in its frame. The path `/hosted/v1` stays compatible, so integrations get fixes without
 * a change. */
export const fieldsPages = new Hono();

type Served = { text: string; gzip: Buffer; etag: string };

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

function served(text: string): Served {
  return { text, gzip: gzipSync(text, { level: 9 }), etag: `"${sha256(text).slice(0, 24)}"` };
}

/** Created at the first request and kept, because it is the same for every caller. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const loader = once(() => served(bundle("./browser/loader.ts")));
const frameScript = once(() => bundle("./browser/frame.ts"));
const cards = new Map<string, Served>();

fieldsPages.get("/paydesk.js", (c) => {
  c.header("Access-Control-Allow-Origin", "*");
  return send(c, loader(), "text/javascript; charset=utf-8");
});

fieldsPages.get("/card", (c) => {
  const locale = localeOf(c.req.query("locale") ?? "en");
  let page = cards.get(locale);
  if (!page) {
    page = served(String(cardView(locale, LOCALES.get(locale)!)));
    cards.set(locale, page);
  }
  c.header("Content-Security-Policy", cardPolicy());
  c.header("Referrer-Policy", "no-referrer");
  c.header(
    "Permissions-Policy",
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  );
  // Isolated pages can only frame pages with this header.
  c.header("Cross-Origin-Embedder-Policy", "require-corp");
  return send(c, page, "text/html; charset=utf-8");
});

fieldsPages.all("*", (c) => c.text("There is nothing at this address.\n", 404));

const MINUTES_5 = 300;

function send(c: HonoContext, { text, gzip, etag }: Served, type: string): Response {
  c.header("Content-Type", type);
  c.header("Cache-Control", `public, max-age=${MINUTES_5}`);
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  c.header("ETag", etag);
  c.header("Vary", "Accept-Encoding");
  if (c.req.header("if-none-match") === etag) return c.body(null, 304);
  if (!/\bgzip\b/.test(c.req.header("accept-encoding") ?? "")) return c.body(text);
  c.header("Content-Encoding", "gzip");
  return c.body(new Uint8Array(gzip));
}

/** Allows one script, one stylesheet and one address to connect to. Any merchant's page can embed the frame; if our
 * address is https, that page must be too, except on a developer's own machine. */
function cardPolicy(): string {
  const framers = env.publicUrl.startsWith("https:")
    ? "'self' https: http://localhost:* http://127.0.0.1:*"
    : "'self' https: http:";
  return [
    "default-src 'none'",
    `script-src 'sha256-${sha256(frameScript())}'`,
    `style-src 'sha256-${sha256(STYLE)}'`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${framers}`,
  ].join("; ");
}

type FieldHtml = {
  id: FieldName;
  autocomplete: string;
  placeholder: string;
  hint?: string;
  wide?: boolean;
};

function fieldView(label: Label, { id, autocomplete, placeholder, hint, wide }: FieldHtml) {
  return html`<div class="${wide ? "wide" : ""}">
<label for="${id}" id="${id}-label">${label[id]}</label>
<span class="field"><input id="${id}" name="${id}" type="text" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${placeholder}" aria-describedby="${hint ? `${id}-hint ` : ""}${id}-error" aria-invalid="false" aria-required="true" autocapitalize="off" autocorrect="off" spellcheck="false" maxlength="40">${wide ? raw('<span id="brand" role="status"></span>') : ""}</span>
${hint ? html`<span class="sr" id="${id}-hint">${hint}</span>` : ""}
<p class="error" id="${id}-error" aria-live="polite"></p>
</div>`;
}

function cardView(locale: string, label: Label) {
  // "<" could end the script element that contains the JSON.
  const facts = JSON.stringify({ label, version: NEWEST_VERSION }).replaceAll("<", "\\u003c");
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${label.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<form id="card" aria-label="${label.title}" novalidate>
${fieldView(label, { id: "number", autocomplete: "cc-number", placeholder: "1234 1234 1234 1234", wide: true })}
${fieldView(label, { id: "expiry", autocomplete: "cc-exp", placeholder: "MM / YY", hint: label.expiry_hint })}
${fieldView(label, { id: "cvc", autocomplete: "cc-csc", placeholder: "CVC", hint: label.cvc_hint })}
<button class="sr" tabindex="-1" aria-hidden="true"></button>
</form>
</main>
<script id="facts" type="application/json">${raw(facts)}</script>
<script>${raw(frameScript())}</script>
</body>
</html>`;
}
