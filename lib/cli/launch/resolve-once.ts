// Preloaded (`--import`) in every process that start.mjs starts, and in their children. Node looks up each module's
// package.json and reads its `exports` each time. For drizzle-orm (180 kB with 500 entries, about a hundred loaded
// modules) this took two of three seconds of a start, and 240 MB. All its modules are ES modules in one folder, so
// this hook resolves them directly.

import { type ResolveFnOutput, registerHooks } from "node:module";

const PACKAGE = "drizzle-orm";
const WITHIN = `/node_modules/${PACKAGE}/`;
const known = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, next) {
    const asked = context.conditions.includes("import");
    if (asked && specifier.startsWith(".") && context.parentURL?.includes(WITHIN)) {
      const { href } = new URL(specifier, context.parentURL);
      return { url: href, format: "module", shortCircuit: true };
    }
    if (!asked || (specifier !== PACKAGE && !specifier.startsWith(`${PACKAGE}/`))) {
      return next(specifier, context);
    }
    const found = known.get(specifier) ?? {
      ...next(specifier, context),
      format: "module",
      shortCircuit: true,
    };
    known.set(specifier, found);
    return found;
  },
});
