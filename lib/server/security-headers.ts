import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The sources that a screen may load: its own origin, and scripts with this response's nonce. */
export function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return policyOf({
    // In development Next uses eval to reload code.
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src": dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "connect-src": dev ? "'self' ws: wss:" : "'self'",
  });
}

function policyOf(own: Readonly<Record<string, string>>): string {
  const directives = {
    "default-src": "'self'",
    "connect-src": "'self'",
    ...own,
    // Charts and floating panels position themselves with style attributes.
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** In development Next renders the documentation as pages without a nonce, as it does at the build. */
const DEV_DOCS_POLICY = policyOf({
  "script-src": "'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src": "'self' 'unsafe-inline'",
  "connect-src": "'self' ws: wss:",
});

/** Headers of every response. */
export function setCommonHeaders(response: ServerResponse, secure: boolean): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  if (secure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
}

/** Sets a screen's policy on the response for the browser and on the request for Next, which puts its nonce on the
 * scripts that it renders. */
export function setScreenHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  dev: boolean,
): void {
  const nonce = randomBytes(16).toString("base64");
  const isDocs = request.url?.startsWith("/docs") ?? false;
  const policy = dev && isDocs ? DEV_DOCS_POLICY : contentSecurityPolicy(nonce, dev);
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  // The current path, for returning after sign-in.
  request.headers["x-paydesk-path"] = request.url?.startsWith("//") ? "/" : request.url;
  setPageHeaders(response, policy);
}

/** Sets the policy of a page of the documentation, which is cached and so has no nonce. `scripts` are the hashes of its
 *  inline scripts. */
export function setDocsHeaders(response: ServerResponse, scripts: string): void {
  setPageHeaders(response, policyOf({ "script-src": `'self' ${scripts}`, "style-src": "'self'" }));
}

function setPageHeaders(response: ServerResponse, policy: string): void {
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader(
    "Permissions-Policy",
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  );
}
