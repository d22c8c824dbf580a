import { createHash } from "node:crypto";

/** The page's complete style; nothing is loaded. */
export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f8;--card:#fff;--ink:#171b26;--muted:#565d6e;--line:#dfe2ea;--accent:#2f4fd0;--on-accent:#fff;--note:#fdf3d7;--note-ink:#5c4304}
@media (prefers-color-scheme:dark){:root{--page:#0f1218;--card:#181c25;--ink:#eef0f5;--muted:#a3abbd;--line:#2d3340;--accent:#9db1ff;--on-accent:#10152b;--note:#332a10;--note-ink:#f3dc9b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);font:400 1rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden;box-shadow:0 12px 40px -16px rgb(15 20 40/.28)}
header{display:flex;justify-content:space-between;gap:1rem;padding:1rem 1.5rem;border-bottom:1px solid var(--line);font-size:.875rem}
header strong{font-weight:600}
header span{color:var(--muted);white-space:nowrap}
section{padding:1.5rem}
h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.75rem;font-weight:600;letter-spacing:-.012em}
p{margin:0 0 1rem;color:var(--muted)}
.amount{margin:0 0 1.25rem;color:var(--ink);font-size:2rem;line-height:2.5rem;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
dl{margin:0 0 1.5rem;display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.5rem;font-size:.875rem}
dt{color:var(--muted)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:.625rem}
button,.go{display:block;width:100%;min-height:2.75rem;padding:.625rem 1rem;border-radius:8px;border:1px solid var(--line);background:transparent;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.yes,.go{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button:hover,.go:hover{filter:brightness(1.08)}
button small{margin-left:.5rem;color:var(--muted);font-weight:400}
.aside{margin:1rem 0 0;text-align:center;font-size:.875rem}
.aside a{color:var(--muted)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{padding:.75rem 1.5rem;background:var(--note);color:var(--note-ink);font-size:.8125rem;line-height:1.25rem}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The host of an origin as policies write it. URLs may have more, such as a semicolon, which would begin a directive. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** The source of an origin in a policy: its scheme if the host cannot be written there. */
const sourceOf = (origin: string) =>
  PLAIN_ORIGIN.test(origin) ? origin : origin.slice(0, origin.indexOf(":") + 1);

/** Allows our one stylesheet and our one form. Browsers apply `form-action` to the redirect after a form too, so it
 * includes the return origin. */
export function policyFor(returnOrigin: string | null): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${returnOrigin ? ` ${sourceOf(returnOrigin)}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
