import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { childEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";

const run = promisify(execFile);

export type TestAccount = {
  account: string;
  email: string;
  password: string;
  test: { publishable_key: string; secret_key: string };
  live: { publishable_key: string; secret_key: string };
};

/** A merchant of its own, made by the command an operator would use, beside the running service. */
export async function newAccount(name = "Corner Shop"): Promise<TestAccount> {
  const email = `${newId("usr")}@journey.example`;
  const password = "a long enough password";
  const wishes = ["--name", name, "--email", email, "--password", password, "--json"];
  const { stdout } = await run(
    process.execPath,
    ["start.mjs", "run", "lib/cli/account.ts", "create", ...wishes],
    { env: childEnv({}) },
  );
  return { ...JSON.parse(stdout), password };
}

/** Signs in through the form and waits for the dashboard. */
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
