import fc from "fast-check";
import { apiApp } from "#lib/api/app.ts";
import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { type Rail, railFor, useRail } from "#lib/rails/index.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { addressOf, INTERNAL_ROUTES, openWorld, type World } from "#test/internal-routes/index.ts";
import { type Cast, gatherCast, type KeyName } from "../fuzz/cast.ts";
import { type Dice, diceOf } from "../fuzz/dice.ts";
import { openFront } from "../fuzz/raw-http.ts";
import { everyText } from "./every-text.ts";
import type { Place, Target } from "./places.ts";
import { CODE, freshNumber, Plantings } from "./planted-numbers.ts";
import { ENCODINGS, SPELLINGS } from "./spellings.ts";
import { apiTargets, internalTargets } from "./targets.ts";

/** How one card number is written and sent. */
type Way = { spelling: string; encoding: string; key: KeyName; seed: number };

const WAYS: fc.Arbitrary<Way> = fc.record({
  spelling: fc.constantFrom(...Object.keys(SPELLINGS)),
  encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
  key: fc.constantFrom<KeyName>("secret", "secret", "live", "publishable", "revoked"),
  seed: fc.nat(),
});

export type CardsReport = {
  routes: number;
  places: number;
  plantings: number;
  refused: number;
  /** Tables with rows to search. */
  tables: ReadonlySet<string>;
  logLines: number;
  findings: string[];
};

/** Number of calls that fail at the rail, so that errors are logged. */
const FAILING = 10;

/**
 * Puts a fresh card number and a security code into every text field, name, header, query and path of every route
 * of `/v1` and `/internal`, in spellings that fast-check chooses, and searches all tables, log lines, responses,
 * metrics, screens and files for them. `plantings` is the minimum number; every place gets at least one. Needs a
 * throwaway database.
 */
export async function runCards(params: { seed: number; plantings: number }): Promise<CardsReport> {
  const dice = diceOf(params.seed);
  const cast = await gatherCast();
  const world = await openWorld();
  const putBackRail = useRail("live", brokenRail());
  const lines = captureLog();
  const hunt = { plantings: new Plantings(), findings: new Set<string>(), refused: 0 };
  try {
    const targets = [...apiTargets(cast, dice), ...(await internalTargets(world))];
    const places = targets.flatMap((target) => target.places.map((place) => ({ target, place })));
    const count = Math.max(places.length, params.plantings);
    const ways = fc.sample(WAYS, { seed: params.seed, numRuns: count });
    for (const [i, way] of ways.entries()) {
      const { target, place } = places[i % places.length]!;
      await plantOne(hunt, { cast, world, target, place, way });
    }
    for (let i = 0; i < FAILING; i++) await failAtRail(hunt, cast, dice);
    await readScreens(hunt, world);
    await Promise.all([flushRequestLog(), flushKeyUse()]);
    const tables = await everyText((table, text) => look(hunt, table, text));
    look(hunt, "the metrics", await readMetrics());
    for (const line of lines.taken) look(hunt, "the log", line);
    const { findings, refused, plantings } = hunt;
    return {
      routes: targets.length,
      places: places.length,
      plantings: plantings.size,
      refused,
      tables,
      logLines: lines.taken.length,
      findings: [...findings],
    };
  } finally {
    lines.putBack();
    putBackRail();
    await world.receiver.stop();
  }
}

type Hunt = { plantings: Plantings; findings: Set<string>; refused: number };

function look({ plantings, findings }: Hunt, where: string, text: string): void {
  const found = plantings.findIn(text);
  if (found) findings.add(`${where} holds ${found}: ${text.slice(0, 300)}`);
}

async function plantOne(
  hunt: Hunt,
  {
    cast,
    world,
    target,
    place,
    way,
  }: {
    cast: Cast;
    world: World;
    target: Target;
    place: Place;
    way: Way;
  },
): Promise<void> {
  // fast-check repeats some seeds; with the count every number is different.
  const dice = diceOf(way.seed + hunt.plantings.size * 7_919);
  const number = freshNumber(dice);
  const spelt = SPELLINGS[way.spelling]!(number);
  const where = `${target.name}, ${place.name}, ${way.spelling}, ${way.encoding}, ${way.key}`;
  hunt.plantings.add(number, where);
  const { method, path, query, headers = {}, body } = place.plant(spelt);
  const encoded = body === undefined ? null : ENCODINGS[way.encoding]!(body as object);
  const sent = {
    ...(target.api
      ? {
          Authorization: `Bearer ${cast.keys[way.key]}`,
          "Idempotency-Key": `cards ${hunt.plantings.size}`,
        }
      : {
          "x-forwarded-for": world.owner.address,
          "x-paydesk-request": "1",
          origin: env.publicUrl,
          cookie: [...world.owner.cookies].map((pair) => pair.join("=")).join("; "),
        }),
    ...(encoded ? { "Content-Type": encoded.type } : {}),
    ...headers,
  };
  const address = `${env.publicUrl}${target.api ? "" : "/internal"}${path}${query ? `?${query}` : ""}`;
  const request = new Request(address, {
    method,
    headers: Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, sendable(value)]),
    ),
    ...(encoded && method !== "GET" ? { body: encoded.body } : {}),
  });
  const response = await (target.api ? apiApp : dashboardApp).fetch(request);
  const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isEndless) await response.body?.cancel();
  const text = isEndless ? "" : await response.text();
  if (response.status >= 400) hunt.refused += 1;
  const mayFail = way.key === "live" && target.name === "create_payment_method";
  if (response.status >= 500 && !mayFail)
    hunt.findings.add(`${where}: answered ${response.status}`);
  look(hunt, `the answer to ${where}`, `${text} ${JSON.stringify([...response.headers])}`);
}

/** Headers allow Latin-1 only. */
const sendable = (text: string) =>
  [...text].every((char) => char >= " " && char <= "ÿ") ? text : encodeURIComponent(text);

/** The screens and their CSV files afterwards. */
async function readScreens(hunt: Hunt, world: World): Promise<void> {
  for (const route of INTERNAL_ROUTES.keys()) {
    if (!route.startsWith("GET") || route.includes(":id")) continue;
    const [method, path] = addressOf(route);
    const { body } = await world.owner.send(method, path);
    look(hunt, `the screen of ${route}`, typeof body === "string" ? body : JSON.stringify(body));
  }
}

async function readMetrics(): Promise<string> {
  const front = await openFront();
  try {
    return await (await fetch(`http://127.0.0.1:${front.port}/metrics`)).text();
  } finally {
    front.close();
  }
}

/** A rail whose errors contain its input, so that the input reaches the log. */
function brokenRail(): Rail {
  return {
    ...railFor("test"),
    tokenise: (card) => Promise.reject(new Error(`cannot tokenise ${JSON.stringify(card)}`)),
  };
}

/** A card number that is parsed and then refused. */
async function failAtRail(hunt: Hunt, cast: Cast, dice: Dice): Promise<void> {
  const number = freshNumber(dice);
  hunt.plantings.add(number, "a call that fails at the rail");
  const card = { number, exp_month: 12, exp_year: 2041, cvc: CODE };
  const body = JSON.stringify({ type: "card", card });
  const headers = {
    Authorization: `Bearer ${cast.keys.live_publishable}`,
    "Content-Type": "application/json",
  };
  const request = new Request(`${env.publicUrl}/v1/payment_methods`, {
    method: "POST",
    headers,
    body,
  });
  look(hunt, "the answer to a call that fails", await (await apiApp.fetch(request)).text());
}

/** Collects all log lines instead of printing them. */
function captureLog(): { taken: string[]; putBack(): void } {
  const taken: string[] = [];
  const { write } = process.stderr;
  const level = env.logLevel;
  assignEnv({ LOG_LEVEL: "debug" });
  process.stderr.write = ((chunk: string | Uint8Array) => {
    taken.push(String(chunk));
    return true;
  }) as typeof process.stderr.write;
  return {
    taken,
    putBack() {
      process.stderr.write = write;
      assignEnv({ LOG_LEVEL: level });
    },
  };
}
