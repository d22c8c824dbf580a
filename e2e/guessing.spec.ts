import { Agent, request } from "node:http";
import { newAccount, signIn } from "./support/account.ts";
import { expect, test } from "./support/test.ts";

/** Any of 127.0.0.0/8 is this machine's on Linux. Elsewhere there is one address, the owner's too, where a thousand guesses
 *  would stop them as well. */
const MANY = process.platform === "linux";
const ADDRESSES = MANY ? 20 : 1;
const GUESSES = MANY ? 50 : 5;

/** A guess at a password. */
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

test("strangers guess a thousand passwords, and the owner still gets in and reads of it", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await newAccount("Anchor & Oak");
  await signIn(page, merchant);
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
