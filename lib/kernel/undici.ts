import { createRequire } from "node:module";
import type Undici from "undici";

let loaded: typeof Undici | undefined;

/** The HTTP client, loaded on first use: it takes 10 MB, and a web process with the rail in the same process never uses
 *  it. */
export function undici(): typeof Undici {
  loaded ??= createRequire(import.meta.url)("undici") as typeof Undici;
  return loaded;
}
