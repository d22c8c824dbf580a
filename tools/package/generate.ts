import type { Document } from "./document.ts";
import { eventsFile } from "./events.ts";
import { objectsFile } from "./objects.ts";
import { requestsFile } from "./requests.ts";
import { resourcesFile } from "./resources.ts";
import { versionsFile } from "./versions.ts";

const HEAD = "// Generated from the API's contract by `npm run openapi`. Do not edit.\n\n";

/** The generated files of the package by name, from the documents of all versions, oldest first. */
export function generatePackage(documents: readonly Document[]): Map<string, string> {
  const newest = documents.at(-1)!;
  const files = {
    "objects.ts": objectsFile(newest),
    "requests.ts": requestsFile(newest),
    "events.ts": eventsFile(newest),
    "resources.ts": resourcesFile(newest),
    "versions.ts": versionsFile(documents),
  };
  return new Map(Object.entries(files).map(([name, text]) => [name, HEAD + text]));
}
