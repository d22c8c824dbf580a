import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerHelp } from "#lib/cli/usage.ts";
import { packPackage } from "./build.ts";

answerHelp(`Usage: npm run -s package -- [FOLDER]

Builds the package \`paydesk\` (packages/paydesk), packs it into FOLDER (default: a new one) and prints the path of the
tarball. \`npm run openapi\` renews its generated files.`);

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "paydesk-package-"));
process.stdout.write(`${await packPackage(folder)}\n`);
