import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/kernel/ids.ts";
import { createMerchant } from "#test/merchant.ts";
import { noteSignedIn } from "./sign-in-notes.ts";
import * as throttle from "./throttle.ts";

const { forgetGuesses } = throttle;

/** In a browser that nobody has signed in with, or in one of one's own. */
const at = (address: string | null, device: string = newId("usr")) => ({ address, device });

/** The seconds to wait. */
const countSignIn = async (email: string, address: string | null, device?: string) =>
  (await throttle.countSignIn(email, at(address, device))).retryAfterSeconds;
const noteSignIn = (email: string, address: string) => throttle.noteSignIn(email, at(address));
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

/** A person who has signed in, with all that was asked of them, in a browser. */
async function atHome() {
  const { userId, email, account } = await createMerchant();
  const device = `browser of ${userId}`;
  const from = { caller: { address: OFFICE, client: null }, requestId: newId("req"), device };
  await noteSignedIn({ id: userId, email, name: account.name }, from, "password");
  return { email, device };
}

test("a person's own browser stays open, from any address, whoever guesses and wherever they do", async () => {
  const { email, device } = await atHome();
  const cafe = `192.0.2.${newId("usr")}`;
  for (let i = 0; i < 35; i++) await countSignIn(email, cafe);
  assert.equal(await allowedOfTwoHundred(email), 90, "of one hundred from addresses unknown");
  assert.ok((await countSignIn(email, cafe)) > 0, "another browser at the same address waits");
  assert.equal(await countSignIn(email, cafe, device), 0);
  assert.ok((await countSignIn((await atHome()).email, cafe, device)) > 0, "it is one person's");
});

test("in a person's own browser ten wrong passwords stop the sign-in, wherever it is taken", async () => {
  const { email, device } = await atHome();
  const waits = [];
  for (let i = 0; i < 12; i++) waits.push(await countSignIn(email, `203.0.113.${i}`, device));
  assert.equal(waits.filter((seconds) => seconds === 0).length, 10);
  await throttle.noteSignIn(email, at(OFFICE, device));
  assert.equal(await countSignIn(email, OFFICE, device), 0);
});

test("whoever signs in again and again in a browser of their own takes back no wrong password of others", async () => {
  const { email, device } = await atHome();
  const cafe = `192.0.2.${newId("usr")}`;
  for (let i = 0; i < 30; i++) {
    assert.equal(await countSignIn(`${newId("usr")}@nowhere.example`, cafe), 0);
    assert.equal(await countSignIn(email, cafe, device), 0);
    await throttle.noteSignIn(email, at(cafe, device));
  }
  assert.ok((await countSignIn(`${newId("usr")}@nowhere.example`, cafe)) > 0);
});

test("a new password by a link opens the sign-in at a new address, although strangers go on guessing", async () => {
  const { email } = await createMerchant();
  await allowedOfTwoHundred(email);
  assert.ok((await countSignIn(email, OFFICE)) > 0);
  await throttle.noteReset(email, OFFICE);
  assert.equal(await countSignIn(email, OFFICE), 0);
});

test("the addresses of a v6 network count as one, as a mapped v4 address does", async () => {
  const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:7`;
  const allowed = async (address: (i: number) => string) => {
    let count = 0;
    for (let i = 0; i < 40; i++) {
      const email = `${newId("usr")}@nowhere.example`;
      if ((await countSignIn(email, address(i))) === 0) count++;
    }
    return count;
  };
  assert.equal(await allowed((i) => `${network}:${i}::1`), 30);
  assert.equal(await allowed((i) => `2001:db8:aaaa:${i}::1`), 40, "those of several do not");
});
