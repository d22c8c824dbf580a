import { createRequire } from "node:module";
import type Undici from "undici";

let loaded: typeof Undici | undefined;

/** The HTTP client, loaded when it is first asked for: it takes 10 MB, and a web process whose rail is in it calls
 *  nobody. */
export function undici(): typeof Undici {
  loaded ??= createRequire(import.meta.url)("undici") as typeof Undici;
  return loaded;
}
