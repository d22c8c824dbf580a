import assert from "node:assert/strict";
import { test } from "node:test";
import { flowWords, peopleWords, sliceWords, waitWords } from "./incident-words.ts";

test("a slice of each dimension is named in plain words", () => {
  const named = (
    [
      ["all", ""],
      ["issuer", "Donaubank"],
      ["bin", "400003"],
      ["issuer_country", "AT"],
      ["method", "card"],
    ] as const
  ).map(([dimension, value]) => sliceWords({ dimension, value }));
  assert.deepEqual(named, [
    "all payments",
    "cards issued by Donaubank",
    "cards with the BIN 400003",
    "cards issued in Austria",
    "payments by Card",
  ]);
});

test("the time until an outage is found has a fitting unit and a limit", () => {
  assert.deepEqual(
    [
      [6, 20],
      [6, 200],
      [6, 2],
      [6, 0.1],
      [6, 0],
    ].map(([payments, perHour]) => waitWords(payments!, perHour!)),
    ["about 18 min", "about 2 min", "about 3 h", "more than 48 h", "more than 48 h"],
  );
  assert.deepEqual([20.4, 4.5, 3, 0.25].map(flowWords), ["20", "4.5", "3", "0.3"]);
});

test("people are named, from three on as one and the others", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(peopleWords), [
    "nobody",
    "a",
    "a and b",
    "a and 2 others",
  ]);
});
