import assert from "node:assert/strict";
import { test } from "node:test";
import { declineRateOverWords, declineRateWords } from "./words.ts";

const BOUND = { rateBps: 3_000, hours: 1 };
const textOf = (of: number, declined: number) => {
  const { subject, paragraphs } = declineRateWords({ of, declined }, BOUND);
  return { subject, text: paragraphs.join("\n") };
};

test("fewer than 20 payments have no decline rate in an alert, only their numbers", () => {
  const few = textOf(19, 10);
  assert.equal(few.subject, "10 of 19 payments were declined in the last hour");
  assert.doesNotMatch(few.text, /52\.6 %/);
  const enough = textOf(20, 10);
  assert.equal(enough.subject, "Decline rate 50.0 %: 10 of 20 payments in the last hour");
  assert.match(enough.text, /10 of 20 payments \(50\.0 %\)/);
});

test("an alert about the decline rate links to its definition", () => {
  assert.match(textOf(20, 10).text, /http\S+\/docs\/rates#approval-rate$/m);
});

test("only all payments are 100.0 %, as on screens", () => {
  assert.match(textOf(10_000, 9_999).subject, /^Decline rate 99\.9 %/);
  assert.match(textOf(10_000, 10_000).subject, /^Decline rate 100\.0 %/);
});

test("a rule's bound is stated exactly, as the rule's screen states it", () => {
  const boundOf = (rateBps: number) => [
    declineRateWords({ of: 20, declined: 10 }, { rateBps, hours: 1 }).paragraphs[0]!,
    declineRateOverWords({ rateBps }).subject,
    ...declineRateOverWords({ rateBps }).paragraphs,
  ];
  for (const text of boundOf(1_225)) assert.match(text, /12\.25 %/);
  for (const text of boundOf(9_999)) assert.match(text, /99\.99 %/);
  for (const text of boundOf(3_000)) assert.match(text, /\b30\.0 %/);
});
