import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import type { Version } from "#lib/kernel/versions.ts";
import { runTool } from "./install.ts";

const routes = ENDPOINTS.map(({ route }) => route);

/** Writes the document of a version to the tools' folder; returns its path. */
export function writeDocument(folder: string, version: Version): string {
  const path = join(folder, `openapi-${version}.json`);
  writeFileSync(path, JSON.stringify(buildDocument(routes, { version })));
  return path;
}

/** Loads Spectral as CommonJS and prints each problem as a line. All rules of the set are on. */
const SCRIPT = `
import { readFileSync } from "node:fs";
import spectral from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import rulesets from "@stoplight/spectral-rulesets";
const linter = new spectral.Spectral();
linter.setRuleset(rulesets.oas);
const text = readFileSync(process.argv[2], "utf8");
const problems = await linter.run(new spectral.Document(text, parsers.Json, process.argv[2]));
for (const { code, path, message } of problems) console.log(code, path.join("."), message);
`;

/** Lints the document of a version; prints the problems. Returns whether there are none. */
export function lintWithSpectral(folder: string, version: Version): boolean {
  const script = join(folder, "spectral.mjs");
  writeFileSync(script, SCRIPT);
  const printed = runTool(folder, script, [writeDocument(folder, version)]).trim();
  process.stdout.write(`Spectral, ${version}: ${printed === "" ? "no problem" : `\n${printed}`}\n`);
  return printed === "";
}
