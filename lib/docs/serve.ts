import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { SCRIPTS, scriptOf } from "./build-docs.ts";
import { ORIGIN } from "./origin.ts";
import { PACKAGE_PATH, packPackage } from "./pack-package.ts";
import { THEME_HASH } from "./page.ts";

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
  read: () => Promise<string | Buffer>;
  made: Map<Encoding, Promise<Made>>;
};
type Made = { body: Buffer; etag: string };

/** The documentation of an installation. */
export interface Docs {
  /** Hashes of the inline scripts, for the Content-Security-Policy. */
  scripts: string;
  /** Whether this is a page or file of the documentation. */
  has(request: IncomingMessage, path: string): boolean;
  /** Answers a request for a path that it has. */
  send(path: string, exchange: Exchange): void;
}

/** The files that `buildDocs` wrote, with the installation's URL filled in. Paths are listed once: a path not among
 *  them is not found, however it is spelt. */
export function openDocs(folder: string, publicUrl: string): Docs {
  const names = globSync("**/*.*", { cwd: folder });
  const files = new Map<string, File>();
  for (const name of names.map((one) => one.replaceAll("\\", "/"))) {
    const extension = extname(name);
    const type = TYPES[extension];
    if (!type) continue;
    const path = `/${extension === ".html" ? name.slice(0, -extension.length) : name}`;
    const read = async () => {
      const bytes = await readFile(join(folder, name));
      return extension === PACKED ? bytes : bytes.toString().replaceAll(ORIGIN, publicUrl);
    };
    files.set(path, { type, read, made: new Map() });
  }
  return docsOf(files);
}

/** The scripts of the pages and the npm package from their sources, for development, where Next renders the pages. */
export function openDocsSources(): Docs {
  const file = (path: string, read: File["read"]): [string, File] => [
    `/${path}`,
    { type: TYPES[extname(path)]!, read, made: new Map() },
  ];
  const scripts = SCRIPTS.map((name) => file(`docs/${name}.js`, async () => scriptOf(name)));
  return docsOf(new Map([...scripts, file(PACKAGE_PATH, () => packPackage())]));
}

function docsOf(files: ReadonlyMap<string, File>): Docs {
  return {
    scripts: THEME_HASH,
    has: ({ method }, path) => files.has(path) && (method === "GET" || method === "HEAD"),
    send(path, exchange) {
      const file = files.get(path);
      if (file) sendFile(file, exchange).catch(() => exchange.response.destroy());
    },
  };
}

async function sendFile(file: File, { request, response }: Exchange): Promise<void> {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = file.type === TYPES[PACKED] ? "identity" : encodingOf(accepted);
  const { body, etag } = await made(file, encoding);
  const isHashed = HASHED.has(file.type) && request.url?.includes("?v=");
  const headers = {
    "Cache-Control": isHashed ? FOR_EVER : FOR_NOW,
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
function made(file: File, encoding: Encoding): Promise<Made> {
  let done = file.made.get(encoding);
  if (!done) {
    done = make(file, encoding);
    file.made.set(encoding, done);
    done.catch(() => file.made.delete(encoding));
  }
  return done;
}

async function make(file: File, encoding: Encoding): Promise<Made> {
  const plain = Buffer.from(await file.read());
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { body: await compressed(plain, encoding), etag: `"${digest}-${encoding}"` };
}

async function compressed(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return plain;
  if (encoding === "gzip") return await promisify(gzip)(plain);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return await promisify(brotliCompress)(plain, { params });
}
