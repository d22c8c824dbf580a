import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Packed = {
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const text = readFileSync("package-lock.json", "utf8");
const { packages } = JSON.parse(text) as { packages: Record<string, Packed> };

/** Whether a package finds another one: in its own folder, or in one above. */
function finds(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    if (`${folder && `${folder}/`}node_modules/${name}` in packages) return true;
    if (!folder.includes("/node_modules/")) return `node_modules/${name}` in packages;
  }
}

test("the lockfile holds every package of every platform, so that npm ci accepts it", () => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, ...packed }]) =>
    Object.keys({ ...dependencies, ...packed.optionalDependencies })
      .filter((name) => !finds(folder, name))
      .map((name) => `${name}, for ${folder || "the project"}`),
  );
  assert.deepEqual(missing, []);
});

test("the lockfile names no registry", () => {
  assert.deepEqual(
    Object.keys(packages).filter((folder) => packages[folder]!.resolved?.startsWith("http")),
    [],
  );
});
