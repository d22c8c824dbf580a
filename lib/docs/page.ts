import { createHash } from "node:crypto";
import { ORIGIN } from "./origin.ts";

/** Applies the reader's theme before the first paint. The pages are the same for everybody, so the server cannot. */
const THEME =
  "let t=/(?:^|; )paydesk_theme=(light|dark)/.exec(document.cookie);t&&(document.documentElement.dataset.theme=t[1])";

/** The source of the inline script for a Content-Security-Policy. */
export const THEME_HASH = `'sha256-${createHash("sha256").update(THEME).digest("base64")}'`;

/** Every script of Next and React, and the links that load them early. */
const NEXT =
  /<script\b(?![^>]*src="\/docs\/)[^>]*>[\s\S]*?<\/script>|<link rel="(?:preload" as="script|modulepreload|preconnect)"[^>]*>|<!--[\s\S]*?-->/g;

type PageHead = { path: string; description: string; release: string; fonts: readonly string[] };

/** A rendered page without Next and React, with our script, its description and its other forms in the head. */
export function plainPage(html: string, head: PageHead): string {
  const { path, description, release, fonts } = head;
  const added = [
    ...fonts.map(
      (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${font}"/>`,
    ),
    `<script>${THEME}</script>`,
    `<link rel="canonical" href="${ORIGIN}${path}"/>`,
    `<link rel="alternate" type="text/markdown" href="${path}.md"/>`,
    '<link rel="alternate" type="application/atom+xml" title="Changes of the API" href="/docs/changelog.atom"/>',
  ];
  return html
    .replace(NEXT, "")
    .replace(/(src="\/docs\/[\w.-]+)"/g, `$1?v=${release}"`)
    .replace(
      /<meta name="description"[^>]*>/,
      `<meta name="description" content="${escaped(description)}"/>`,
    )
    .replace("</head>", `${added.join("")}</head>`);
}

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? "&quot;");
