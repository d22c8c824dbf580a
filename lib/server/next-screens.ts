import { createRequire } from "node:module";
import { join } from "node:path";
import type NextModule from "next";

/** Prepares Next to render screens in this process. `dev` compiles them on request. */
export async function prepareScreens(options: { dev: boolean; hostname: string; port: number }) {
  // Next is CommonJS, and its types describe a default export that Node does not provide.
  const next = createRequire(import.meta.url)("next") as typeof NextModule;
  const screens = next({ ...options, dir: join(import.meta.dirname, "..", "..") });
  await screens.prepare();
  return screens;
}
