// Foreign tools on the published documents. `npm test` runs Redocly's lint itself.

import { parseArgs } from "node:util";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { checkClients } from "./clients.ts";
import { installTools } from "./install.ts";
import { lintWithSpectral } from "./spectral.ts";

answerHelp(`Usage: npm run -s contract -- [lint] [clients]

Runs foreign tools on the OpenAPI document of each released version; both parts by default.

  lint     Spectral's rules for OpenAPI: no problem of any severity
  clients  generates clients with openapi-typescript, @hey-api/openapi-ts and swagger-typescript-api, compiles them
           strictly, and lets each charge, read, list and refund on a throwaway database

The tools are installed once, in pinned versions, to node_modules/.cache/contract (200 MB). Needs a package registry then.`);

const { positionals } = parseArgs({ allowPositionals: true, options: {} });
const parts = positionals.length > 0 ? positionals : ["lint", "clients"];
const unknown = parts.find((part) => part !== "lint" && part !== "clients");
if (unknown !== undefined) {
  throw new UsageError(`There is no part "${unknown}".`);
}

const tools = installTools();
let failed = false;
if (parts.includes("lint")) {
  for (const version of RELEASED_VERSIONS) failed = !lintWithSpectral(tools, version) || failed;
}
if (parts.includes("clients")) failed = !(await checkClients(tools)) || failed;
process.exitCode = failed ? 1 : 0;
