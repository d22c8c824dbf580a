import { Agent, request } from "node:http";
import { newAccount, signIn, startSession } from "./support/account.ts";
import { expect, test } from "./support/test.ts";

/** On Linux all of 127.0.0.0/8 is local. Elsewhere there is only one local address, shared with the owner, whom
 *  a thousand guesses would lock out too. */
const MANY = process.platform === "linux";
const ADDRESSES = MANY ? 20 : 1;
const GUESSES = MANY ? 50 : 5;

/** One password guess. */
function guess(base: string, email: string, n: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const headers = { "content-type": "application/json", "x-paydesk-request": "1", origin: base };
    const sent = request(
      { agent, hostname, port, path: "/internal/session", method: "POST", headers },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once("error", reject);
    sent.end(JSON.stringify({ email, password: `guess number ${n}` }));
  });
}

test("after a thousand wrong passwords from others the owner can sign in and sees a notice", async ({
  page,
  baseURL,
}) => {
  const merchant = await newAccount("Anchor & Oak");
  await startSession(page, merchant);
  const base = baseURL ?? "";
  const strangers = Array.from({ length: ADDRESSES }, async (_, at) => {
    const agent = new Agent({
      keepAlive: true,
      ...(MANY && { localAddress: `127.0.0.${at + 50}` }),
    });
    const answers: number[] = [];
    for (let n = 0; n < GUESSES; n++) answers.push(await guess(base, merchant.email, n, agent));
    agent.destroy();
    return answers;
  });
  const answers = (await Promise.all(strangers)).flat();
  expect(answers).toHaveLength(ADDRESSES * GUESSES);
  const judged = answers.filter((status) => status === 401).length;
  expect(judged).toBeLessThanOrEqual(100);
  expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - judged);

  await page.context().clearCookies({ name: "paydesk_session" });
  await signIn(page, merchant);
  await page.goto("/test/settings/audit-log");
  await expect(page.getByText("Wrong password").first()).toBeVisible();
  const stopped = page.getByText("Sign-in blocked for a time");
  expect((await stopped.count()) > 0).toBe(MANY);
  await expect(page.getByText("Unknown person").filter({ visible: true }).first()).toBeVisible();
});
