// The document of each version describes that version: its objects, its parameters, and how it is served.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  isReleased,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  type Version,
} from "#lib/kernel/versions.ts";
import {
  changesAfter,
  downgradeParam,
  type JsonSchema,
  upgradeRequest,
} from "#lib/wire/versions/index.ts";
import { RESOURCES } from "#tools/golden/files.ts";
import { apiApp } from "../app.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { buildDocument } from "./document.ts";

const routes = ENDPOINTS.map(({ route }) => route);
const golden = new URL("../../wire/versions/golden/", import.meta.url);

/** Validates against a part of a version's document in which no object has other fields. */
function validatorOf(version: Version) {
  const document = JSON.parse(JSON.stringify(buildDocument(routes, { version, closed: true })));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, "document");
  return (pointer: string, value: unknown) => {
    const validate = ajv.getSchema(`document#${pointer}`);
    assert.ok(validate, pointer);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

const validators = new Map(RELEASED_VERSIONS.map((version) => [version, validatorOf(version)]));

type Described = { content?: Record<string, { example?: unknown }> };

const newest = buildDocument(routes);

/** The schemas that describe a kind of object, also its deleted form and the one with its secret. */
function pointersOf(kind: string, state: object): string[] {
  if (kind === "error") return ["/components/schemas/api_error"];
  if (kind === "list") return [responseOf("get", (state as { url: string }).url)];
  if (kind === "event") return ["/components/schemas/api_event", "/components/schemas/test_event"];
  return Object.entries(newest.components.schemas as Record<string, JsonSchema>).flatMap(
    ([name, { properties }]) =>
      (properties as Record<string, JsonSchema> | undefined)?.object?.const === kind
        ? [`/components/schemas/${name}`]
        : [],
  );
}

const responseOf = (method: string, path: string, status = "200") =>
  `/paths/${encodeURIComponent(path.replaceAll("/", "~1"))}/${method}/responses/${status}/content/application~1json/schema`;

const requestOf = (method: string, path: string) =>
  responseOf(method, path).replace("responses/200", "requestBody");

test("every golden object of a version validates against the document of that version", () => {
  let checked = 0;
  for (const [version, validate] of validators) {
    for (const file of globSync(`${version}/*.json`, { cwd: fileURLToPath(golden) })) {
      const kind = file.slice(version.length + 1, -".json".length);
      const states = JSON.parse(readFileSync(new URL(file, golden), "utf8")) as object;
      for (const [name, state] of Object.entries(states)) {
        const pointers = pointersOf(kind, state);
        assert.ok(pointers.length > 0, kind);
        const faults = pointers.map((pointer) => validate(pointer, state));
        assert.ok(faults.includes(null), `${version} ${kind} ${name}: ${faults[0]}`);
        checked += 1;
      }
    }
  }
  assert.ok(checked > 500, String(checked));
});

test("an object whose shape changed breaks the document of the newest version", () => {
  let broken = 0;
  for (const version of RELEASED_VERSIONS) {
    for (const { affects } of changesAfter(version)) {
      for (const kind of affects.objects) {
        const states = JSON.parse(readFileSync(new URL(`${version}/${kind}.json`, golden), "utf8"));
        for (const [name, state] of Object.entries(states)) {
          // Not every state of an affected kind has a field that changed.
          if (isDeepStrictEqual(state, RESOURCES[kind]![name])) continue;
          for (const pointer of pointersOf(kind, state as object)) {
            const fault = validators.get(NEWEST_VERSION)?.(pointer, state);
            assert.ok(fault, `${kind} ${name} of ${version} fits ${NEWEST_VERSION}`);
            broken += 1;
          }
        }
      }
    }
  }
  assert.ok(broken > 20);
});

function exampleOf(operation: JsonSchema, name: string): unknown {
  const { requestBody, responses } = operation as {
    requestBody?: Described;
    responses: Record<string, Described>;
  };
  const body = name === "requestBody" ? requestBody : responses[name];
  return body?.content?.["application/json"]?.example;
}

test("every example that differs in an earlier version validates against its schema there", () => {
  let differing = 0;
  for (const [version, validate] of validators) {
    const { paths } = buildDocument(routes, { version });
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        for (const name of ["requestBody", "200", "201"]) {
          const example = exampleOf(operation, name);
          if (isDeepStrictEqual(example, exampleOf(newest.paths[path]![method]!, name))) continue;
          differing += 1;
          const pointer =
            name === "requestBody" ? requestOf(method, path) : responseOf(method, path, name);
          const fault = validate(pointer, example);
          assert.equal(fault, null, `${version} ${method} ${path} ${name}: ${fault}`);
        }
      }
    }
  }
  assert.ok(differing > 20, String(differing));
});

test("a version's document names the parameters that the version takes, and no newer ones", () => {
  const names = (version: Version, route: string) => {
    const { schemas } = buildDocument(routes, { version }).components;
    return Object.keys((schemas[`${route}_request`] as { properties: object }).properties);
  };
  for (const version of RELEASED_VERSIONS) {
    for (const change of changesAfter(version)) {
      for (const route of change.affects.requests) {
        for (const { before, after, value, both } of change.params ?? []) {
          const described = names(version, route);
          if (!names(NEWEST_VERSION, route).includes(after)) continue;
          assert.ok(described.includes(before), `${version} ${route} ${before}`);
          const takesBoth = before === after || (both?.has(route) ?? false);
          assert.equal(described.includes(after), takesBoth, `${version} ${route} ${after}`);
          assert.match(downgradeParam(route, after, version), new RegExp(`^${before}(\\[|$)`));
          const newest = before === "capture" ? "manual" : "https://shop.example/back";
          const sent = { [before]: value(newest) };
          const validate = validators.get(version)!;
          const faults = validate(
            `/components/schemas/${route}_request/properties/${before}`,
            sent[before],
          );
          assert.equal(faults, null, `${version} ${route} ${before}`);
          assert.equal(upgradeRequest(route, sent, version)[after], newest);
        }
      }
    }
  }
});

const get = (path: string, headers: Record<string, string> = {}) =>
  apiApp.fetch(new Request(`http://localhost${path}`, { headers }));

test("the document of a version is chosen by the query or by Service-Version, the query first", async () => {
  for (const version of RELEASED_VERSIONS) {
    for (const answer of [
      await get(`/v1/openapi.json?version=${version}`),
      await get("/v1/openapi.json", { "Service-Version": version }),
      await get(`/v1/openapi.json?version=${version}`, { "Service-Version": "2000-01-01" }),
    ]) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("Service-Version"), version);
      const { info } = (await answer.json()) as { info: { version: string } };
      assert.equal(info.version, version);
    }
  }
  for (const [path, headers, param] of [
    ["/v1/openapi.json?version=2025-04-02", {}, "version"],
    ["/v1/openapi.json?version=", {}, "version"],
    ["/v1/openapi.json", { "Service-Version": "newest" }, undefined],
  ] as const) {
    const refused = await get(path, headers);
    const { error } = (await refused.json()) as { error: { code: string; param?: string } };
    assert.deepEqual([refused.status, error.code, error.param], [400, "version_unknown", param]);
  }
});

test("the document is compressed for callers that accept gzip, and cached by version and encoding", async () => {
  const path = "/v1/openapi.json?version=2025-04-01";
  const plain = await get(path);
  const text = await plain.text();
  const packed = await get(path, { "Accept-Encoding": "br, gzip;q=0.8" });
  assert.equal(packed.headers.get("Content-Encoding"), "gzip");
  const bytes = Buffer.from(await packed.arrayBuffer());
  assert.equal(gunzipSync(bytes).toString(), text);
  assert.ok(bytes.length * 5 < text.length, `${bytes.length} of ${text.length} bytes`);
  assert.match(packed.headers.get("Vary") ?? "", /Accept-Encoding, Service-Version/);
  assert.match(packed.headers.get("Cache-Control") ?? "", /public, max-age=\d+/);
  const tags = [plain, packed].map((answer) => answer.headers.get("ETag") ?? "");
  assert.equal(new Set(tags).size, 2);
  for (const tag of [...tags, `"other", W/${tags[0]}`, "*"]) {
    assert.equal((await get(path, { "If-None-Match": tag })).status, 304, tag);
  }
  const other = await get("/v1/openapi.json", { "If-None-Match": tags[0]! });
  assert.equal(other.status, 200);
  const refused = await get(path, { "Accept-Encoding": "gzip;q=0" });
  assert.equal(refused.headers.get("Content-Encoding"), null);
});

test("npm run openapi prints the document of a version and refuses an unknown one", () => {
  const script = fileURLToPath(new URL("../../cli/openapi.ts", import.meta.url));
  const run = (version: string) =>
    execFileSync(process.execPath, [script, "--version", version], {
      encoding: "utf8",
      stdio: "pipe",
      maxBuffer: 2 ** 24,
    });
  const { info } = JSON.parse(run(RELEASED_VERSIONS[0])) as { info: { version: string } };
  assert.equal(info.version, RELEASED_VERSIONS[0]);
  assert.ok(!isReleased("2025-04-02"));
  assert.throws(() => run("2025-04-02"), { status: 2 });
});
