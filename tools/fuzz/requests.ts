import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { Cast, KeyName, Side } from "./cast.ts";
import type { Dice } from "./dice.ts";
import { encodePairs, pairsOf } from "./encode.ts";
import { makeHostile } from "./hostile.ts";
import { mutateBody, mutateQuery } from "./mutate.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import { type Source, validBody, validPath, validQuery } from "./valid.ts";

export type Body = string | Uint8Array | null;

/** A request and the expectations of its response. */
export type Planned = {
  /** How the request was changed, for the report. */
  kind: string;
  operation: Operation | null;
  side: Side;
  method: string;
  /** The path with the query. */
  path: string;
  headers: Record<string, string>;
  body: Body;
  /** The contract forbids the request: the response must have this status, or be any error. */
  refused: number | "somehow" | null;
  /** The error must name one of these parameters. */
  params: readonly string[] | null;
};

/** The parts of a request. */
export type Draft = {
  operation: Operation;
  source: Source;
  key: KeyName;
  path: string;
  query: Record<string, unknown>;
  body: Record<string, unknown> | null;
  asForm: boolean;
  version: string | null;
  idempotencyKey: string;
};

const WEIGHTS: Readonly<Record<string, number>> = {
  create_payment: 8,
  capture_payment: 3,
  cancel_payment: 3,
  retry_payment: 3,
  create_refund: 6,
  cancel_refund: 3,
  // Every event goes to every endpoint, so few endpoints make enough deliveries.
  create_webhook_endpoint: 0.3,
  create_test_event: 0.7,
  replay_event: 0.7,
  replay_delivery: 0.7,
  delete_webhook_endpoint: 0.4,
};
const OPERATION_WEIGHTS = Object.fromEntries(
  OPERATIONS.map(({ id }) => [id, WEIGHTS[id] ?? 1.5]),
) as Record<string, number>;
const BY_ID = new Map(OPERATIONS.map((one) => [one.id, one]));

/** The next request of a seed. */
export function planRequest(dice: Dice, cast: Cast, number: number): Planned {
  const operation = BY_ID.get(dice.weighted(OPERATION_WEIGHTS))!;
  const side = dice.weighted<Side>({ ours: 88, theirs: 5, live: 7 });
  const source = { dice, cast, side };
  const draft: Draft = {
    operation,
    source,
    key: keyFor(operation, side),
    path: validPath(operation, source),
    query: operation.method === "GET" ? validQuery(operation, source) : {},
    body: operation.method === "POST" ? validBody(operation, source) : null,
    asForm: dice.chance(0.2),
    version: dice.chance(0.12) ? dice.pick(RELEASED_VERSIONS) : null,
    idempotencyKey: `fuzz ${number}`,
  };
  switch (dice.weighted({ valid: 50, body: 22, hostile: 28 })) {
    case "body":
      return operation.method === "GET" ? mutateQuery(draft) : mutateBody(draft);
    case "hostile":
      return makeHostile(draft);
    default:
      return assemble(draft, "valid");
  }
}

function keyFor({ takesSecret }: Operation, side: Side): KeyName {
  if (side === "theirs") return "neighbour";
  if (side === "live") return takesSecret ? "live" : "live_publishable";
  return takesSecret ? "secret" : "publishable";
}

/** Assembles a request from its parts. */
export function assemble(draft: Draft, kind: string, changes: Partial<Planned> = {}): Planned {
  const { operation, source, query, body, asForm } = draft;
  const search = encodePairs(pairsOf(query));
  const isWrite = operation.method !== "GET";
  const hasBody = body !== null && operation.method === "POST";
  const form = hasBody && asForm;
  return {
    kind,
    operation,
    side: source.side,
    method: operation.method,
    path: draft.path + (search === "" ? "" : `?${search}`),
    headers: {
      Authorization: `Bearer ${source.cast.keys[draft.key]}`,
      ...(isWrite ? { "Idempotency-Key": draft.idempotencyKey } : {}),
      ...(draft.version === null ? {} : { "Service-Version": draft.version }),
      ...(hasBody
        ? { "Content-Type": form ? "application/x-www-form-urlencoded" : "application/json" }
        : {}),
    },
    body: hasBody ? (form ? encodePairs(pairsOf(body)) : JSON.stringify(body)) : null,
    refused: null,
    params: null,
    ...changes,
  };
}
