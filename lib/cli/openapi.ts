import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { isReleased, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { writeGenerated } from "#tools/package/generate.ts";
import { buildGuideData } from "./guide-data.ts";
import { answerHelp, UsageError } from "./usage.ts";

answerHelp(`Usage: npm run -s openapi [-- --version VERSION]

Writes the OpenAPI document after a change to the route table, the generated files of packages/paydesk, and the sandbox
tables that the guides show.

  --version  prints the document of a released version instead: ${RELEASED_VERSIONS.join(", ")}`);

const { values } = parseArgs({ options: { version: { type: "string" } } });
const routes = ENDPOINTS.map(({ route }) => route);
if (values.version === undefined) writeFiles();
else print(values.version);

function print(version: string): void {
  if (!isReleased(version)) {
    throw new UsageError(
      `Not a released version: ${version}. Released are ${RELEASED_VERSIONS.join(", ")}.`,
    );
  }
  process.stdout.write(`${JSON.stringify(buildDocument(routes, { version }), null, 2)}\n`);
}

function writeFiles(): void {
  const path = new URL("../api/openapi.json", import.meta.url);
  const document = buildDocument(routes);
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(
    `${Object.keys(document.paths).length} paths written to lib/api/openapi.json\n`,
  );
  writeGenerated();
  const guides = new URL("../api/guide-data.json", import.meta.url);
  writeFileSync(guides, `${JSON.stringify(buildGuideData(), null, 2)}\n`);
  // `check` holds this file, which is read by people as well, to the formatter.
  const biome = fileURLToPath(
    new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url),
  );
  execFileSync(process.execPath, [biome, "format", "--write", fileURLToPath(guides)], {
    stdio: "ignore",
  });
}
