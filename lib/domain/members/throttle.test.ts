import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createMerchant } from "#test/merchant.ts";
import * as throttle from "./throttle.ts";

const { forgetGuesses, noteSignIn } = throttle;

after(closeDb);

/** The seconds to wait. */
const countSignIn = async (email: string, address: string | null) =>
  (await throttle.countSignIn(email, address)).retryAfterSeconds;
const countGuess = async (guessed: throttle.Guessed, address: string | null) =>
  (await throttle.countGuess(guessed, address)).retryAfterSeconds;

const OFFICE = "192.0.2.7";

/** How many of two hundred attempts, each from an address of its own, may go on to the password. */
async function allowedOfTwoHundred(email: string): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < 200; i++) {
    if ((await countSignIn(email, `203.0.${i >> 8}.${i & 255}`)) === 0) allowed++;
  }
  return allowed;
}

test("two hundred attempts from everywhere leave the addresses open that a person signed in from", async () => {
  const { email } = await createMerchant();
  await noteSignIn(email, OFFICE);
  assert.equal(await allowedOfTwoHundred(email), 100);
  assert.ok((await countSignIn(email, "203.0.113.250")) > 0, "a new address waits");
  assert.equal(await countSignIn(email, OFFICE), 0, "the known one does not");
});

test("an e-mail address without an account is counted like one that has one", async () => {
  const email = `${newId("usr")}@nowhere.example`;
  await noteSignIn(email, OFFICE);
  assert.equal(await allowedOfTwoHundred(email), 100);
});

test("a known address still has ten attempts in ten minutes, and all again after a success", async () => {
  const { email } = await createMerchant();
  await noteSignIn(email, OFFICE);
  const attempts = async (count: number) => {
    const waits: number[] = [];
    for (let i = 0; i < count; i++) waits.push(await countSignIn(email, OFFICE));
    return waits.filter((seconds) => seconds === 0).length;
  };
  assert.equal(await attempts(12), 10);
  await noteSignIn(email, OFFICE);
  assert.equal(await attempts(3), 3);
});

test("an office of any size signs in within a minute, and thirty wrong passwords close its address to all", async () => {
  const office = `192.0.2.${newId("usr")}`;
  const sign = async (isRight: boolean) => {
    const { userId, email } = await createMerchant();
    const seconds = await countSignIn(email, office);
    if (seconds === 0 && isRight) {
      await noteSignIn(email, office);
      const guessed = { by: "password", person: userId } as const;
      assert.equal(await countGuess(guessed, office), 0);
      await forgetGuesses(guessed, office);
    }
    return seconds;
  };
  for (let i = 0; i < 40; i++) assert.equal(await sign(true), 0);
  for (let i = 0; i < 30; i++) assert.equal(await sign(false), 0);
  assert.ok((await sign(true)) > 0);
});
