import { createReadStream, globSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** What the build leaves beside each script and style: the same, compressed once and as well as can be. */
export const COMPRESSED = ".br";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
/** Their names change with their content. */
const FOR_EVER = "public, max-age=31536000, immutable";

export type CompressedAssets = ReadonlyMap<string, { file: string; size: number; type: string }>;

/** The compressed files of a build, by the address of what they are. Looked for once: an address that is not
 *  among them is nobody's, however it is spelt. */
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

/** Sends what is asked for as it was compressed; false, and nothing sent, when there is no such file or
 *  whoever asks does not read it. */
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
