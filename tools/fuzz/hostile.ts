import type { KeyName } from "./cast.ts";
import {
  AUTHORIZATIONS,
  BROKEN_BODIES,
  CONTENT_TYPES,
  IDEMPOTENCY_KEYS,
  NASTY_TEXT,
  VERSIONS,
} from "./nasty.ts";
import { PATHS } from "./operations.ts";
import { assemble, type Draft, type Planned } from "./requests.ts";
import { validPath } from "./valid.ts";

type Make = (draft: Draft) => Planned;

/** Whether a text can be sent in a header. */
export const headerSafe = (text: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

function withHeader(planned: Planned, name: string, value: string | null): Planned {
  const headers = { ...planned.headers };
  delete headers[name];
  if (value !== null && headerSafe(value)) headers[name] = value;
  return { ...planned, headers };
}

const otherKey: Make = (draft) => {
  const { dice, cast } = draft.source;
  const { takesPublishable, takesSecret, scope } = draft.operation;
  const key = dice.pick<KeyName>([
    "publishable",
    "live_publishable",
    "restricted",
    "revoked",
    "live",
    "neighbour",
  ]);
  const isPublishable = key.endsWith("publishable");
  const isOutside = key === "restricted" && scope !== null && !cast.scopes.includes(scope);
  const isWrongSide = isPublishable ? !takesPublishable : !takesSecret;
  const refused = key === "revoked" ? 401 : isWrongSide || isOutside ? 403 : null;
  const side = key === "neighbour" ? "theirs" : key.startsWith("live") ? "live" : "ours";
  // With a publishable key a write needs no Idempotency-Key.
  return assemble({ ...draft, key }, `key ${key}`, { refused, side });
};

const junkKey: Make = (draft) => {
  const { dice, cast } = draft.source;
  const { secret } = cast.keys;
  const junk = dice.pick([
    ...AUTHORIZATIONS,
    `Bearer ${secret}x`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${secret.replace("_test_", "_live_")}`,
    `Bearer ${secret.toUpperCase()}`,
    `Bearer ${secret} ${secret}`,
    `Basic ${Buffer.from(`${secret}:`).toString("base64")}`,
  ]);
  const planned = assemble(draft, "authorization", { refused: 401 });
  return withHeader(planned, "Authorization", junk);
};

const foreignId: Make = (draft) => {
  const { source, operation } = draft;
  const { dice } = source;
  const whose = source.side === "ours" ? dice.pick(["theirs", "live"] as const) : "ours";
  const path = validPath(operation, { ...source, side: whose });
  const isNamed = operation.path.includes("{");
  const query = {};
  // A test card's token is refused in live mode before the object is looked for.
  const mayBe400 = source.side === "live" && /pm_test_/.test(JSON.stringify(draft.body));
  const wanted = isNamed && !mayBe400 ? { refused: 404 } : {};
  return assemble({ ...draft, path, query }, "foreign id", wanted);
};

const foreignReference: Make = (draft) => {
  const { source, body } = draft;
  const { dice, cast } = source;
  const whose = source.side === "ours" ? dice.pick(["theirs", "live"] as const) : "ours";
  const names = Object.keys(body ?? {}).filter((name) => name in REFERENCES);
  if (body === null || names.length === 0) return foreignId(draft);
  const name = dice.pick(names);
  const id = cast.known(dice, REFERENCES[name]!, whose) ?? cast.strange(REFERENCES[name]!);
  return assemble({ ...draft, body: { ...body, [name]: id } }, "foreign reference", {
    refused: "somehow",
  });
};
const REFERENCES: Readonly<Record<string, string>> = {
  payment: "pay",
  customer: "cus",
  payment_method: "pm",
  endpoint: "we",
};

const oddId: Make = (draft) => {
  const { dice, cast } = draft.source;
  const id = dice.pick([
    ...NASTY_TEXT.map((text) => encodeURIComponent(text.toWellFormed())),
    "..%2F..%2Fetc",
    "%2e%2e%2f",
    "%ff",
    "%00",
    "pay_",
    `pay_${"0".repeat(10)}`,
    `pay_${"z".repeat(41)}`,
    cast.strange("pay").toUpperCase(),
    cast.strange("evt"),
    `${cast.strange("pay")}%20`,
    `${cast.strange("pay")}'--`,
  ]);
  const path = draft.operation.path.replace(/\{\w+\}/g, () => id);
  return assemble({ ...draft, path }, "odd id");
};

const oddPath: Make = (draft) => {
  const { dice } = draft.source;
  const path = dice.pick([
    `${draft.path}/`,
    draft.path.replace("/v1/", "/v1//"),
    draft.path.replace("/v1/", "/v1/%2e/"),
    draft.path.replace("/v1/", "/V1/"),
    draft.path.toUpperCase(),
    `${draft.path}/extra/parts`,
    `${draft.path}.json`,
    `${draft.path};a=b`,
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/../internal/session",
    "/v1/..%2finternal%2fsession",
    "/v1/%00",
    "/v1/%ff%fe",
    `/v1/${"a".repeat(3_000)}`,
    `/v1/${"a/".repeat(500)}`,
    "/v1/openapi.json",
    "/v1/openapi.json?x=1",
  ]);
  return assemble(draft, "path", { path, operation: null });
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "PURGE"];

const otherMethod: Make = (draft) => {
  const { dice } = draft.source;
  const method = dice.pick(METHODS);
  const planned = assemble(draft, `method ${method}`, { method, operation: null });
  return method === "GET" || method === "HEAD" ? { ...planned, body: null } : planned;
};

const brokenBody: Make = (draft) => {
  const { dice } = draft.source;
  const body = dice.pick(BROKEN_BODIES);
  const type = dice.chance(0.3) ? "application/x-www-form-urlencoded" : "application/json";
  const path = dice.pick(PATHS.filter((one) => !one.includes("{")));
  const planned = assemble({ ...draft, path, query: {} }, "broken body", { body, method: "POST" });
  const named = withHeader(planned, "Content-Type", type);
  // No operation accepts any of these in any place.
  return { ...named, operation: null, refused: "somehow" };
};

const duplicate: Make = (draft) => {
  const { dice } = draft.source;
  const [name] = Object.keys(draft.body ?? {});
  if (!draft.body || name === undefined) return oddPath(draft);
  if (draft.asForm) {
    const planned = assemble(draft, "duplicate form");
    const twice = `${String(planned.body)}&${encodeURIComponent(name)}=again`;
    return { ...planned, body: twice, refused: 400 };
  }
  const planned = assemble(draft, "duplicate name");
  const written = dice.pick([
    name,
    `\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}`,
  ]);
  const body = String(planned.body).replace(/}$/, `,"${written}":1}`);
  return { ...planned, body, refused: 400, params: [name] };
};

const contentType: Make = (draft) => {
  const type = draft.source.dice.pick(CONTENT_TYPES);
  return withHeader(assemble(draft, "content type"), "Content-Type", type);
};

const oversize: Make = (draft) => {
  const { dice } = draft.source;
  const { method, maxBodyBytes } = draft.operation;
  if (method !== "POST") return oddPath(draft);
  const filler = "x".repeat(dice.pick([maxBodyBytes, maxBodyBytes + 1, 2 * maxBodyBytes]));
  const body = JSON.stringify({ ...draft.body, metadata: { filler } });
  return assemble({ ...draft, asForm: false }, "oversize", { body, refused: 413 });
};

const idempotency: Make = (draft) => {
  const key = draft.source.dice.pick(IDEMPOTENCY_KEYS);
  return withHeader(assemble(draft, "idempotency key"), "Idempotency-Key", key);
};

const version: Make = (draft) => {
  const wanted = draft.source.dice.pick(VERSIONS);
  const planned = withHeader(assemble(draft, "version"), "Service-Version", wanted);
  const arrives = (planned.headers["Service-Version"] ?? "").trim() !== "";
  return arrives ? { ...planned, refused: 400 } : planned;
};

const rawQuery: Make = (draft) => {
  const query = draft.source.dice.pick([
    "%",
    "a=%zz",
    "a[=1",
    "limit=1&limit=2",
    "expand[]=data.customer.default_payment_method.customer.x",
    `expand[]=${"customer.".repeat(50)}`,
    "expand[a][b]=1",
    "expand=",
    "__proto__[x]=1",
    "constructor[prototype][x]=1",
    `limit=${"9".repeat(50)}`,
    "limit=-1",
    "limit=1e2",
    "limit=0x10",
    "created[gte]=infinity",
    "created[gte]=%00",
    "created[gte]=9999-12-31T23:59:59Z",
    "created[lt]=0001-01-01",
    "starting_after=%F0%9F%92%A5",
    "&&&",
    "=",
    "?",
    "#x",
    "a=1&".repeat(2_100),
  ]);
  return assemble(draft, "raw query", { path: `${draft.path}?${query}` });
};

const WAYS: Readonly<Record<string, [weight: number, make: Make]>> = {
  otherKey: [12, otherKey],
  junkKey: [8, junkKey],
  foreignId: [10, foreignId],
  foreignReference: [8, foreignReference],
  oddId: [6, oddId],
  oddPath: [7, oddPath],
  otherMethod: [7, otherMethod],
  brokenBody: [10, brokenBody],
  duplicate: [4, duplicate],
  contentType: [6, contentType],
  oversize: [0.5, oversize],
  idempotency: [6, idempotency],
  version: [5, version],
  rawQuery: [8, rawQuery],
};
const WAY_WEIGHTS = Object.fromEntries(
  Object.entries(WAYS).map(([name, [weight]]) => [name, weight]),
) as Record<string, number>;

/** A request of an attacker or of a broken client. */
export function makeHostile(draft: Draft): Planned {
  const [, make] = WAYS[draft.source.dice.weighted(WAY_WEIGHTS)]!;
  return make(draft);
}
