import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { RailUnavailableError } from "#lib/rails/index.ts";
import type { CreditQuestion } from "#lib/rails/process/credits.ts";
import type { Final, PatientClient, Write } from "./client.ts";

export type Shop = {
  accountId: string;
  secret: string;
  name: string;
  /** The reference of its transfers for top-ups. */
  reference: string;
};

/** Sends a transfer to the rail's bank. Throws if the rail does not answer. */
export type Receive = (credit: CreditQuestion) => Promise<unknown>;

/** A write and its final response. */
export type Done = { write: Write; final: Final; accountId: string };

/** An order's request and the responses to its merchant, compared with the books at the end. */
export type Order = {
  key: string;
  accountId: string;
  /** Unique among the merchant's orders, because the rail's book is matched by amount. */
  amountMinor: bigint;
  currency: string;
  kind: Kind;
  paymentId: string;
};

export const KINDS = {
  charge: 40,
  decline: 8,
  capture: 12,
  cancel: 6,
  race: 6,
  refund: 14,
  challenge: 6,
  slow_refund: 4,
  /** Money arrives, and the rail reports it. */
  credit: 5,
} as const;
export type Kind = keyof typeof KINDS;

const CARDS: Record<Exclude<Kind, "credit">, string> = {
  charge: "pm_test_4242424242424242",
  decline: "pm_test_4000000000009995",
  capture: "pm_test_5555555555554444",
  cancel: "pm_test_4242424242424242",
  race: "pm_test_4242424242424242",
  refund: "pm_test_378282246310005",
  challenge: "pm_test_4000002760003184",
  slow_refund: "pm_test_4000000000007726",
};
const MANUAL: readonly Kind[] = ["capture", "cancel", "race"];

/** Pseudo-random numbers from a seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Places orders through the API until stopped, and stores every key with its response. */
export class Load {
  readonly done: Done[] = [];
  readonly orders: Order[] = [];
  readonly problems: string[] = [];
  readonly #client: PatientClient;
  readonly #shops: readonly Shop[];
  readonly #receive: Receive;
  readonly #roll: () => number;
  readonly #kinds: readonly Kind[];
  #placed = 0;
  #stopped = false;

  constructor(
    client: PatientClient,
    shops: readonly Shop[],
    options: { seed: number; receive: Receive; without?: readonly Kind[] },
  ) {
    this.#client = client;
    this.#shops = shops;
    this.#receive = options.receive;
    this.#roll = dice(options.seed);
    this.#kinds = (Object.keys(KINDS) as Kind[])
      .filter((kind) => !options.without?.includes(kind))
      .flatMap((kind) => Array.from({ length: KINDS[kind] }, () => kind));
  }

  /** Runs this many concurrent buyers, each with a short pause between orders. Resolves when all have finished
   *  their current order. */
  async run(buyers: number): Promise<void> {
    await Promise.all(Array.from({ length: buyers }, () => this.#buy()));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #buy(): Promise<void> {
    while (!this.#stopped) {
      const kind = this.#kinds[Math.floor(this.#roll() * this.#kinds.length)] ?? "charge";
      const shop = this.#shops[this.#placed % this.#shops.length];
      if (!shop) return;
      try {
        const number = ++this.#placed;
        if (kind === "credit") await this.#send(shop, number);
        else await this.#place(shop, kind, number);
      } catch (error) {
        this.problems.push(`order ${this.#placed} (${kind}): ${String(error)}`);
      }
      await sleep(5 + this.#roll() * 20);
    }
  }

  /** Repeats a transfer until the bank has received it, because the bank may be killed. */
  async #send({ name, reference }: Shop, number: number): Promise<void> {
    const credit = { id: `${name}-credit-${number}`, reference, currency: "EUR", payerName: null };
    for (;;) {
      try {
        await this.#receive({ ...credit, amountMinor: 1_000n + BigInt(number) });
        return;
      } catch (error) {
        if (!(error instanceof RailUnavailableError)) throw error;
        await sleep(200);
      }
    }
  }

  async #place(shop: Shop, kind: Exclude<Kind, "credit">, number: number): Promise<void> {
    const key = `${shop.name}-order-${number}`;
    const amount = 1_000 + number;
    const currency = number % 3 === 0 ? "GBP" : "EUR";
    const created = await this.#write(shop, "/v1/payments", key, {
      amount,
      currency,
      method: "card",
      payment_method: CARDS[kind],
      capture: MANUAL.includes(kind) ? "manual" : "automatic",
      metadata: { order: key },
      ...(kind === "challenge" ? { return_url: "https://shop.example/back" } : {}),
    });
    const paymentId =
      kind === "decline" ? paymentOfDecline(created) : expectId(created, [200, 201]);
    const amountMinor = BigInt(amount);
    this.orders.push({ key, accountId: shop.accountId, amountMinor, currency, kind, paymentId });
    await this.#goOn(shop, kind, key, paymentId, created);
  }

  async #goOn(shop: Shop, kind: Kind, key: string, paymentId: string, created: Final) {
    const at = (step: string) => `/v1/payments/${paymentId}/${step}`;
    if (kind === "capture") {
      const part = this.#roll() < 0.5 ? {} : { amount: 900 };
      expectId(await this.#write(shop, at("capture"), `${key}-capture`, part), [200]);
    } else if (kind === "cancel") {
      expectId(await this.#write(shop, at("cancel"), `${key}-cancel`, {}), [200]);
    } else if (kind === "race") {
      const both = await Promise.all([
        this.#write(shop, at("capture"), `${key}-capture`, {}),
        this.#write(shop, at("cancel"), `${key}-cancel`, {}),
      ]);
      const statuses = both.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 409], "of capture and cancellation exactly one counts");
    } else if (kind === "challenge") {
      await this.#answer(shop, paymentId, created);
    } else if (kind === "refund" || kind === "slow_refund") {
      await this.#giveBack(shop, kind, key, paymentId);
    }
  }

  async #giveBack(shop: Shop, kind: Kind, key: string, payment: string): Promise<void> {
    const refund = (n: number, amount: number) =>
      this.#write(shop, "/v1/refunds", `${key}-refund-${n}`, { payment, amount });
    // Three refunds of 600 exceed the charged amount.
    const params = kind === "refund" ? [600, 400, 600 + 1_000_000] : [600];
    const answers = await Promise.all(params.map((amount, n) => refund(n, amount)));
    for (const [n, answer] of answers.entries()) expectId(answer, n === 2 ? [400] : [200, 201]);
    const first = answers[0]?.body.id;
    if (kind !== "slow_refund" || this.#roll() < 0.5) return;
    const stopped = await this.#write(shop, `/v1/refunds/${first}/cancel`, `${key}-stop`, {});
    expectId(stopped, [200, 409]);
  }

  async #answer(shop: Shop, paymentId: string, created: Final): Promise<void> {
    const url = String(created.body.redirect_url);
    assert.ok(url.includes("/3d-secure/"), `no challenge: ${created.text}`);
    const answer = this.#roll() < 0.7 ? "approve" : "refuse";
    for (;;) {
      await this.#client.press(url, answer);
      const { body } = await this.#client.read(shop.secret, `/v1/payments/${paymentId}`);
      if (body.status !== "requires_action") {
        assert.equal(body.status, answer === "approve" ? "succeeded" : "failed");
        return;
      }
      await sleep(200);
    }
  }

  /** One write. Sometimes sent twice concurrently, as by a retrying proxy: both get the same response. */
  async #write(shop: Shop, path: string, key: string, body: object): Promise<Final> {
    const write = { secret: shop.secret, path, body, key };
    const nervous = this.#roll() < 0.15;
    const [final, twin] = await Promise.all([
      this.#client.write(write),
      nervous ? this.#client.write(write) : null,
    ]);
    if (twin && twin.text !== final.text) {
      this.problems.push(
        `${key}: two answers: ${final.text.slice(0, 300)} / ${twin.text.slice(0, 300)}`,
      );
    }
    this.done.push({ write, final, accountId: shop.accountId });
    return final;
  }

  /** Repeats every write: the response has the same bytes and is marked as a replay. Returns their number. */
  async replayAll(): Promise<number> {
    let next = 0;
    const replay = async () => {
      for (let one = this.done[next++]; one; one = this.done[next++]) {
        const { write, final } = one;
        const again = await this.#client.write(write);
        const wanted = final.status === 201 ? 200 : final.status;
        if (again.text !== final.text || again.status !== wanted || !again.replayed) {
          this.problems.push(
            `${write.key}: ${final.status} ${final.text.slice(0, 400)} is now ${again.status} ${again.replayed} ${again.text.slice(0, 400)}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, replay));
    return this.done.length;
  }
}

function expectId(final: Final, statuses: readonly number[]): string {
  assert.ok(statuses.includes(final.status), `${final.status}: ${final.text.slice(0, 400)}`);
  return String(final.body.id);
}

function paymentOfDecline(final: Final): string {
  assert.equal(final.status, 402, final.text.slice(0, 400));
  const { error } = final.body as { error?: { payment?: { id: string } } };
  return String(error?.payment?.id);
}
