import assert from "node:assert/strict";
import { test } from "node:test";
import { dictionary } from "@zxcvbn-ts/language-common";
import fc from "fast-check";
import { checkPassword } from "./password.ts";

const COMMON = dictionary["passwords-common"] as string[];
const WORDS = dictionary["diceware-common"] as string[];
const refused = { code: "parameter_invalid", param: "password" };

test("the 10,000 most common passwords and all long common ones are refused", async () => {
  const long = COMMON.filter((password) => password.length >= 12);
  assert.ok(long.length > 300);
  for (const password of [...COMMON.slice(0, 10_000), ...long]) {
    await assert.rejects(checkPassword(password, []), refused, password);
  }
});

test("common passwords that are lengthened in typical ways are refused", async () => {
  for (const password of [
    "Password1234!",
    "P@ssw0rd2026",
    "qwertyuiop123",
    "iloveyou1234",
    "aaaaaaaaaaaab",
    "123456789012",
    "letmeinletmein",
  ]) {
    await assert.rejects(checkPassword(password, []), refused, password);
  }
});

test("a password made of the person's name, e-mail address or account is refused", async () => {
  const about = ["Ada Lindqvist", "ada.lindqvist@bakery-lindqvist.example", "Bakery Lindqvist"];
  for (const password of [
    "ada.lindqvist@bakery-lindqvist.example",
    "AdaLindqvist1",
    "BakeryLindqvist",
    "lindqvistlindqvist",
  ]) {
    await assert.rejects(checkPassword(password, about), refused, password);
  }
  await checkPassword("lindqvist paints seven harbours", about);
});

test("2,000 random sentences of four to six words are accepted", async () => {
  const label = fc.array(fc.constantFrom(...WORDS), { minLength: 4, maxLength: 6 });
  const sentence = label.map((picked) => picked.join(" ")).filter((text) => text.length >= 16);
  await fc.assert(
    fc.asyncProperty(sentence, (password) => checkPassword(password, ["Ada", "ada@shop.example"])),
    { numRuns: 2_000 },
  );
});
