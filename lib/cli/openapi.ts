import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import type { Document } from "#tools/package/document.ts";
import { generatePackage } from "#tools/package/generate.ts";
import { buildGuideData } from "./guide-data.ts";
import { answerHelp } from "./usage.ts";

answerHelp(`Usage: npm run -s openapi

Writes the OpenAPI document after a change to the route table, the generated files of packages/paydesk, and the sandbox
tables that the guides show.`);

const path = new URL("../api/openapi.json", import.meta.url);
const document = buildDocument(ENDPOINTS.map(({ route }) => route));
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(
  `${Object.keys(document.paths).length} paths written to lib/api/openapi.json\n`,
);
for (const [name, text] of generatePackage([document as unknown as Document])) {
  writeFileSync(new URL(`../../packages/paydesk/src/generated/${name}`, import.meta.url), text);
}
const guides = new URL("../api/guide-data.json", import.meta.url);
writeFileSync(guides, `${JSON.stringify(buildGuideData(), null, 2)}\n`);
// `check` holds this file, which is read by people as well, to the formatter.
const biome = fileURLToPath(
  new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url),
);
execFileSync(process.execPath, [biome, "format", "--write", fileURLToPath(guides)], {
  stdio: "ignore",
});
