import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { ApiError } from "#lib/kernel/errors.ts";
import { today, withRecentDay } from "#lib/kernel/example-day.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  isReleased,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  type Version,
} from "#lib/kernel/versions.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { commonHeaders, toErrorResponse } from "../pipeline/respond.ts";
import { buildDocument } from "./document.ts";

/** The document of a version in both encodings. For a day, because examples have the day before. */
type Served = { day: string; bytes: Buffer; gzip: Buffer; etag: string };

const served = new Map<Version, Served>();

/** The newest version's document is the committed file. The others are made on their first request, in about 0.1 s. */
function documentOf(version: Version): Served {
  const known = served.get(version);
  const day = today();
  if (known?.day === day) return known;
  const text =
    version === NEWEST_VERSION
      ? readFileSync(new URL("../openapi.json", import.meta.url), "utf8")
      : textOf(version);
  const bytes = Buffer.from(withRecentDay(text));
  const etag = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const made = { day, bytes, gzip: gzipSync(bytes), etag };
  served.set(version, made);
  return made;
}

function textOf(version: Version): string {
  const routes = ENDPOINTS.map(({ route }) => route);
  return `${JSON.stringify(buildDocument(routes, { version }), null, 2)}\n`;
}

/** Serves the OpenAPI document of the version in `?version=` or `Service-Version`, else of the newest. Public: needs no
 *  key and has no rate limit. */
export function serveDocument(request: Request): Response {
  const requestId = newId("req");
  const param = new URL(request.url).searchParams.get("version");
  const wanted = param ?? (request.headers.get("service-version") || NEWEST_VERSION);
  if (!isReleased(wanted)) {
    const message = `Not a released version. Released versions are ${RELEASED_VERSIONS.join(", ")}.`;
    const details = param === null ? {} : { param: "version" };
    const error = new ApiError("version_unknown", message, details);
    return toErrorResponse({ requestId, version: NEWEST_VERSION }, error);
  }
  const { bytes, gzip, etag } = documentOf(wanted);
  const packs = acceptsGzip(request.headers.get("accept-encoding"));
  const headers: Record<string, string> = {
    ...commonHeaders({ requestId, version: wanted }),
    "Cache-Control": "public, max-age=300",
    // Two encodings are two representations, so a cache must not mix their tags.
    ETag: packs ? `"${etag}-gzip"` : `"${etag}"`,
    Vary: "Accept-Encoding, Service-Version",
  };
  if (hasTag(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (packs) headers["Content-Encoding"] = "gzip";
  return new Response(new Uint8Array(packs ? gzip : bytes), { status: 200, headers });
}

/** Whether an `Accept-Encoding` header accepts gzip: `gzip;q=0` refuses it. */
function acceptsGzip(header: string | null): boolean {
  const codings = (header ?? "").split(",").map((one) => one.trim().toLowerCase());
  return codings.some((one) => /^(gzip|\*)(;|$)/.test(one) && !/;\s*q=0(\.0*)?$/.test(one));
}

/** Whether an `If-None-Match` header names the document, in either encoding. */
function hasTag(header: string | null, etag: string): boolean {
  const tags = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.some((tag) => tag === "*" || tag === `"${etag}"` || tag === `"${etag}-gzip"`);
}
