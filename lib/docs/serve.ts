import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { today, withRecentDay } from "#lib/kernel/example-day.ts";
import { SCRIPTS, scriptOf } from "./build-docs.ts";
import { readSources } from "./dev-docs.ts";
import { ORIGIN } from "./origin.ts";
import { THEME_HASH } from "./page.ts";
import { NEWEST_PACKAGE, releasedPackages } from "./released-package.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".atom": "application/atom+xml; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".tgz": "application/gzip",
};
/** Not text: sent as it is. */
const PACKED = ".tgz";
const HASHED = new Set([TYPES[".js"], TYPES[".json"]]);
/** The file is asked for with the hash of its release. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_NOW = "public, max-age=300, stale-while-revalidate=86400";
/** A page is compressed once, while its first reader waits. */
const BROTLI_QUALITY = 7;

type Encoding = "br" | "gzip" | "identity";
type Exchange = { request: IncomingMessage; response: ServerResponse };
type File = {
  type: string;
  /** Null if there is no such file after all. */
  read: () => Promise<string | Buffer | null>;
  /** Its compressed bodies. A file without them is read for each request. */
  made?: MadeFiles;
};
type Made = { body: Buffer; etag: string };
/** By encoding. For a day, because examples have the day before. */
type MadeFiles = { day: string; of: Map<Encoding, Promise<Made | null>> };

/** The documentation of an installation. */
export interface Docs {
  /** Hashes of the inline scripts, for the Content-Security-Policy. */
  scripts: string;
  /** Whether this is a page or file of the documentation. */
  has(request: IncomingMessage, path: string): boolean;
  /** Answers a request for a path that it has. */
  send(path: string, exchange: Exchange): void;
}

/** The files that `buildDocs` wrote, with the installation's URL filled in, and the npm package. Paths are listed once: a
 *  path not among them is not found, however it is spelt. */
export function openDocs(folder: string, publicUrl: string): Docs {
  const names = globSync("**/*.*", { cwd: folder });
  const files = packages();
  for (const name of names.map((one) => one.replaceAll("\\", "/"))) {
    const extension = extname(name);
    const type = TYPES[extension];
    if (!type) continue;
    const path = `/${extension === ".html" ? name.slice(0, -extension.length) : name}`;
    const read = async () => filledIn(await readFile(join(folder, name), "utf8"), publicUrl);
    files.set(path, { type, read, made: nothingMade() });
  }
  return docsOf((path) => files.get(path));
}

/** For development, where Next renders the pages at a port of this machine: their scripts from the sources, the npm package,
 *  and on request what a build makes from the rendered pages. */
export function openDocsSources(screensPort: number, publicUrl: string): Docs {
  const files = packages();
  for (const name of SCRIPTS) {
    files.set(`/docs/${name}.js`, { type: TYPES[".js"]!, read: async () => scriptOf(name) });
  }
  const sources = readSources(`http://127.0.0.1:${screensPort}`);
  return docsOf((path) => {
    const known = files.get(path);
    const type = TYPES[extname(path)];
    if (known || !type || !sources.has(path)) return known;
    return {
      type,
      read: async () => {
        const text = await sources.read(path);
        return text === null ? null : filledIn(text, publicUrl);
      },
    };
  });
}

const filledIn = (text: string, publicUrl: string) =>
  withRecentDay(text.replaceAll(ORIGIN, publicUrl));

const nothingMade = (): MadeFiles => ({ day: today(), of: new Map() });

/** The tarballs of all releases by path. */
const packages = () =>
  new Map<string, File>(
    releasedPackages().map(({ path, file }) => [
      `/${path}`,
      { type: TYPES[PACKED]!, read: () => readFile(file), made: nothingMade() },
    ]),
  );

function docsOf(find: (path: string) => File | undefined): Docs {
  const [newest] = releasedPackages();
  return {
    scripts: THEME_HASH,
    has: ({ method }, path) =>
      (method === "GET" || method === "HEAD") &&
      (path === `/${NEWEST_PACKAGE}` || find(path) !== undefined),
    send(path, exchange) {
      const file = find(path);
      if (file) sendFile(file, exchange).catch(() => exchange.response.destroy());
      else if (newest) {
        const headers = { Location: `/${newest.path}`, "Cache-Control": "no-cache" };
        exchange.response.writeHead(302, headers).end();
      }
    },
  };
}

async function sendFile(file: File, { request, response }: Exchange): Promise<void> {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const isPacked = file.type === TYPES[PACKED];
  const encoding = isPacked ? "identity" : encodingOf(accepted);
  const found = await made(file, encoding);
  if (!found) {
    response.writeHead(404, { "Content-Type": TYPES[".txt"] }).end("There is no such page.\n");
    return;
  }
  const { body, etag } = found;
  const isHashed = isPacked || (HASHED.has(file.type) && request.url?.includes("?v="));
  const headers = {
    "Cache-Control": isHashed ? FOR_EVER : file.made ? FOR_NOW : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    "Content-Type": file.type,
    "Content-Length": body.length,
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function encodingOf(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : "identity";
}

/** The bytes of a file in an encoding. Requests that come meanwhile wait for the same compression. */
function made(file: File, encoding: Encoding): Promise<Made | null> {
  if (!file.made) return make(file, encoding);
  if (file.made.day !== today()) file.made = nothingMade();
  const { of } = file.made;
  const done = of.get(encoding) ?? make(file, encoding);
  of.set(encoding, done);
  done.catch(() => of.delete(encoding));
  return done;
}

async function make(file: File, encoding: Encoding): Promise<Made | null> {
  const content = await file.read();
  if (content === null) return null;
  const plain = Buffer.from(content);
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { body: await compressed(plain, encoding), etag: `"${digest}-${encoding}"` };
}

async function compressed(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return plain;
  if (encoding === "gzip") return await promisify(gzip)(plain);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return await promisify(brotliCompress)(plain, { params });
}
