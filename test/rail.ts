import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connector, createConnector } from "#lib/rails/connector/connector.ts";
import type { AuthoriseRequest, PayoutRequest, RefundRequest } from "#lib/rails/index.ts";
import { type Book, openBook } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import { type Fault, type FaultPlan, faultPlan } from "#lib/rails/process/faults.ts";
import { createRailServer } from "#lib/rails/process/server.ts";
import { type Statement, statementShape } from "#lib/rails/process/statement.ts";
import { sandboxRail } from "#lib/rails/sandbox/rail.ts";

export const RAIL_SECRET = "a secret of the tests' own rail";

export type TestRail = {
  url: string;
  bookPath: string;
  book: Book;
  connector: Connector;
  statement(): Promise<Statement>;
  /** From now on all operations, or those in `operations`, fail with this fault; null ends it. */
  befall(fault: Fault | null, options?: { lateMs?: number; operations?: string[] }): Promise<void>;
  setFaults(plan: FaultPlan): Promise<void>;
  stop(): Promise<void>;
};

/** The sandbox rail behind a socket in this process, with its book in its own folder. */
export async function startRail(options: { timeoutMs?: number } = {}): Promise<TestRail> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-rail-"));
  const bookPath = join(folder, "rail", "book.jsonl");
  const book = await openBook(bookPath);
  const server = createRailServer({
    rail: bookedRail(sandboxRail, book),
    book,
    secret: RAIL_SECRET,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timeoutMs = options.timeoutMs ?? 5_000;
  const connector = createConnector({ url, secret: RAIL_SECRET, timeoutMs });
  const setFaults = async (plan: FaultPlan) => {
    await connector.control("control/faults", plan, faultPlan);
  };
  return {
    url,
    bookPath,
    book,
    connector,
    statement: () => connector.control("control/statement", {}, statementShape),
    setFaults,
    befall: (fault, { lateMs = 500, operations } = {}) =>
      setFaults({
        seed: 1,
        lateMs,
        latencyMs: 0,
        rules: fault ? [{ fault, probability: 1, ...(operations ? { operations } : {}) }] : [],
      }),
    async stop() {
      await connector.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await book.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let made = 0;
const nextTail = () => String(++made).padStart(24, "0");

/** The request for a new charge. */
export function chargeOf(railToken: string, params: Partial<AuthoriseRequest> = {}) {
  const request: AuthoriseRequest = {
    id: `pay_${nextTail()}`,
    accountId: "acct_01kah3v7pd5m2k9x0r4wzq1c",
    requestedAtMs: Date.UTC(2026, 10, 20, 12),
    askedAtMs: 0,
    amountMinor: 1_999n,
    currency: "EUR",
    method: "card",
    railToken,
    capture: "automatic",
    exemption: null,
    storedCredential: "first",
    initiator: "payer",
    returnUrl: null,
    ...params,
  };
  return request;
}

/** The request for a refund of a charge. */
export function refundOf(charge: AuthoriseRequest, params: Partial<RefundRequest> = {}) {
  const { id: paymentId, railToken, amountMinor, currency, requestedAtMs } = charge;
  const request: RefundRequest = {
    id: `re_${nextTail()}`,
    ...{ paymentId, railToken, amountMinor, currency, requestedAtMs },
    askedAtMs: requestedAtMs,
    ...params,
  };
  return request;
}

/** The request for a new payout. */
export function payoutOf({ iban, ...params }: Partial<PayoutRequest> & { iban: string }) {
  const requestedAtMs = Date.UTC(2026, 10, 20, 12);
  const request: PayoutRequest = {
    id: `po_${nextTail()}`,
    accountId: "acct_01kah3v7pd5m2k9x0r4wzq1c",
    rail: "sepa_instant",
    amountMinor: 12_500n,
    currency: "EUR",
    beneficiary: {
      name: "Ada Lindqvist",
      iban,
      accountNumber: null,
      sortCode: null,
      bic: null,
      country: "DE",
    },
    reference: null,
    endToEndId: "E2E-1",
    requestedAtMs,
    askedAtMs: requestedAtMs,
    ...params,
  };
  return request;
}
