import assert from "node:assert/strict";
import { test } from "node:test";
import { withRecentDay } from "#lib/kernel/example-day.ts";
import { makeByFlows } from "#test/made-by-flows.ts";
import { openPayer } from "#test/payouts.ts";
import { lacks, runSample } from "#test/samples.ts";
import { startWeb } from "#test/web.ts";
import { GROUPS, type Operation } from "./reference.ts";
import { ORIGIN, snippetsOf } from "./snippets.ts";

/** Payout balance in minor units, enough for every payout in the examples. */
const RICH = 100_000_000;

const OPERATIONS = GROUPS.flatMap(({ operations }) => operations);

test("a sample leaves only the URL and the key to fill in", () => {
  for (const operation of OPERATIONS) {
    for (const { language, code } of snippetsOf(operation)) {
      const open = code.replaceAll(ORIGIN, "").replaceAll("{env.", "");
      assert.doesNotMatch(open, /…|undefined|\/\{\w+\}/, `${operation.operationId}, ${language}`);
    }
  }
});

/** Calls that make an object of every kind that the samples name. */
const MADE = [
  "payment.captured",
  "mandate.active",
  "refund.updated",
  "payout.submitted",
  "subscription.created",
  "dispute.opened",
  "settlement.created",
  "report.ready",
  "payment.succeeded",
] as const;
/** Kinds that the samples name and no call of this merchant makes, each with the reason. */
const NOT_MADE: Readonly<Record<string, string>> = {
  pob: "batches of payouts are uploaded on a screen",
};
/** Calls after which other samples of the object find it ended, so they come last. */
const ENDS = ["update_plan", "add_dispute_evidence", "accept_dispute"];
const isEnd = ({ method, operationId }: Operation) =>
  method === "delete" || ENDS.includes(operationId);
const AN_ID = /\b([a-z]+)_01[0-9a-z]{24,}/g;

/** The path of the list of each kind of object, by the prefix of its ids. */
const LISTS = new Map(
  OPERATIONS.flatMap(({ method, path, responses }) => {
    const example = responses["200"]?.content?.["application/json"]?.example;
    const { object, data } = (example ?? {}) as { object?: string; data?: { id?: string }[] };
    const prefix = object === "list" ? data?.[0]?.id?.split("_")[0] : undefined;
    return method === "get" && prefix && !path.includes("{") ? [[prefix, path] as const] : [];
  }),
);

test("the service accepts every curl sample for objects of the caller, or says that their state forbids it", {
  skip: lacks("curl"),
}, async () => {
  const web = await startWeb();
  try {
    const payer = await openPayer(RICH);
    const { secret, publishable } = payer.keys.test;
    const variables = { PAYDESK_SECRET_KEY: secret, PAYDESK_PUBLISHABLE_KEY: publishable };
    const hooks = { url: "https://shop.example/hooks", events: ["*"] };
    await payer.call("POST", "/v1/webhook_endpoints", hooks);
    await makeByFlows(secret, MADE);
    const seen = new Map<string, string>();
    /** The newest object of the kind of an example's id. */
    const own = async (id: string): Promise<string> => {
      const [prefix = ""] = id.split("_");
      const list = LISTS.get(prefix);
      const { body } = list ? await payer.call("GET", `${list}?limit=1`) : { body: null };
      return body?.data?.[0]?.id ?? seen.get(prefix) ?? id;
    };
    const refused: string[] = [];
    const inOrder = [...OPERATIONS].sort((a, b) => Number(isEnd(a)) - Number(isEnd(b)));
    for (const operation of inOrder) {
      const sample = snippetsOf(operation).find(({ language }) => language === "curl")!;
      let code = withRecentDay(sample.code);
      for (const id of new Set(code.match(AN_ID))) code = code.replaceAll(id, await own(id));
      const call = `${code.replaceAll(ORIGIN, `http://127.0.0.1:${web.port}`)} -s`;
      const answer = await runSample("curl", call, variables);
      const { error, id = "" } = answer.startsWith("{") ? JSON.parse(answer) : {};
      seen.set(id.split("_")[0], id);
      const isOfState = error?.code === "state_invalid";
      const isNotMade =
        error?.code === "resource_missing" &&
        Object.keys(NOT_MADE).some((prefix) => code.includes(`${prefix}_01`));
      if (error && !isOfState && !isNotMade) {
        refused.push(`${operation.operationId}: ${code}\n${answer}`);
      }
    }
    assert.deepEqual(refused, []);
  } finally {
    await web.stop();
  }
});
