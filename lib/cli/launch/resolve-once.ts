// Loaded before anything else (`--import`) in every process that start.mjs begins, and in theirs.
//
// Node asks for each module's package.json and reads its `exports` anew each time. That of drizzle-orm has
// 180 kB and 500 entries, and some hundred of its modules are loaded: two of the three seconds that a process of
// ours took to load, and 240 MB. All of them are ES modules beside one another, which is said here instead.

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
