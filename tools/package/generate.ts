import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { Document } from "./document.ts";
import { eventsFile } from "./events.ts";
import { normal } from "./normal.ts";
import { objectsFile } from "./objects.ts";
import { operationsFile } from "./operations.ts";
import { requestsFile } from "./requests.ts";
import { resourcesFile } from "./resources.ts";
import { versionFile, versionsFile } from "./versions.ts";

const HEAD = "// Generated from the API's contract by `npm run openapi`. Do not edit.\n\n";

/** Where the generated files of the package are. */
export const GENERATED = fileURLToPath(
  new URL("../../packages/paydesk/src/generated/", import.meta.url),
);

/** The documents of all released versions, oldest first. */
export function releasedDocuments(): Document[] {
  const routes = ENDPOINTS.map(({ route }) => route);
  return RELEASED_VERSIONS.map((version) =>
    normal(buildDocument(routes, { version }) as unknown as Document),
  );
}

/** The generated files of the package by path, from the documents of all versions, oldest first. */
export function generatePackage(documents: readonly Document[]): Map<string, string> {
  const newest = documents.at(-1)!;
  const files = [
    ["objects.ts", objectsFile(newest)],
    ["requests.ts", requestsFile(newest)],
    ["events.ts", eventsFile(newest)],
    ["resources.ts", resourcesFile(newest)],
    ["operations.ts", operationsFile(newest)],
    ["versions.ts", versionsFile(documents)],
    ...documents.map(
      (document) =>
        [`versions/${document.info.version}.ts`, versionFile(document, newest)] as const,
    ),
  ] as const;
  return new Map(files.map(([name, text]) => [name, HEAD + text]));
}

/** Writes the generated files of the package anew. */
export function writeGenerated(): void {
  const files = generatePackage(releasedDocuments());
  rmSync(GENERATED, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(GENERATED + name), { recursive: true });
    writeFileSync(GENERATED + name, text);
  }
}
