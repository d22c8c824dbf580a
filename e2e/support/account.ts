import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { childEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { askInternal } from "./internal.ts";

export type TestAccount = {
  account: string;
  email: string;
  password: string;
  test: { publishable_key: string; secret_key: string };
  live: { publishable_key: string; secret_key: string };
};

type Maker = { make(params: object): Promise<object> };

let maker: Promise<Maker> | undefined;

/** Starts the program that creates merchants, one per process of journeys. It ends with that process. */
async function startMaker(): Promise<Maker> {
  const script = fileURLToPath(new URL("account-maker.ts", import.meta.url));
  const child = spawn(process.execPath, ["start.mjs", "run", script], {
    stdio: ["pipe", "pipe", "inherit"],
    env: childEnv({}),
  });
  child.unref();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async make(params) {
      child.stdin.write(`${JSON.stringify(params)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("The program that makes merchants has ended.");
      return JSON.parse(value);
    },
  };
}

/** Creates a merchant as the operator's command does, beside the running service. */
export async function newAccount(name = "Corner Shop"): Promise<TestAccount> {
  const params = {
    name,
    email: `${newId("usr")}@journey.example`,
    password: "a long enough password",
  };
  maker ??= startMaker();
  const made = (await maker).make(params);
  return { ...((await made) as Omit<TestAccount, "password">), password: params.password };
}

/** Signs in without the form, for a journey that opens its first screen itself. */
export async function startSession(
  page: Page,
  { email, password }: Pick<TestAccount, "email" | "password">,
): Promise<void> {
  await askInternal(page, "POST", "/session", { email, password });
}

/** Signs in through the form and waits for the dashboard: two page loads, for journeys about signing in. Others call
 *  `startSession`. */
export async function signIn(
  page: Page,
  { email, password }: Pick<TestAccount, "email" | "password">,
): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/test\//);
}
