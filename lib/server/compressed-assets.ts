import { createReadStream, globSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** Extension of the precompressed file that the build leaves beside each script and style. */
export const COMPRESSED = ".br";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
/** The file names change with their content. */
const FOR_EVER = "public, max-age=31536000, immutable";

export type CompressedAssets = ReadonlyMap<string, { file: string; size: number; type: string }>;

/** The precompressed files of a build by URL path. Read once: a path not among them is not found, however it is
 * spelt. */
export function findCompressedAssets(folder: string): CompressedAssets {
  const found = globSync(`static/**/*{${Object.keys(TYPES).join(",")}}${COMPRESSED}`, {
    cwd: folder,
  });
  return new Map(
    found.map((path) => {
      const plain = path.slice(0, -COMPRESSED.length);
      const file = join(folder, path);
      const asset = { file, size: statSync(file).size, type: TYPES[extname(plain)]! };
      return [`/_next/${plain.replaceAll("\\", "/")}`, asset];
    }),
  );
}

/** Sends a file precompressed. Returns false and sends nothing if there is no such file or the client does not accept
 * the encoding. */
export function sendCompressed(
  assets: CompressedAssets,
  path: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): boolean {
  const asset = assets.get(path);
  const isRead = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (!asset || !isRead || (request.method !== "GET" && request.method !== "HEAD")) return false;
  response.writeHead(200, {
    "Content-Type": asset.type,
    "Content-Encoding": "br",
    "Content-Length": asset.size,
    "Cache-Control": FOR_EVER,
    Vary: "Accept-Encoding",
  });
  if (request.method === "HEAD") response.end();
  else
    createReadStream(asset.file)
      .on("error", () => response.destroy())
      .pipe(response);
  return true;
}
