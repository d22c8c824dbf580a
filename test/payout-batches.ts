import assert from "node:assert/strict";
import SEPA from "sepa";
import type { PayoutBatchWire } from "#lib/wire/contract/payout-batches.ts";
import type { PayoutWire } from "#lib/wire/contract/payouts.ts";
import { IBANS, type Payer } from "./payouts.ts";

export const sendBatch = (payer: Payer, body: object, headers = {}) =>
  payer.call<PayoutBatchWire>("POST", "/v1/payouts", body, headers);

/** Creates a batch that must be accepted, even if rows of it are rejected. */
export async function batchSent(payer: Payer, body: object): Promise<PayoutBatchWire> {
  const { status, body: batch, text } = await sendBatch(payer, body);
  assert.equal(status, 201, text);
  return batch;
}

export const readBatch = async (payer: Payer, id: string) =>
  (await payer.call<PayoutBatchWire>("GET", `/v1/payout_batches/${id}`)).body;

export const batchPayouts = async (payer: Payer, id: string) =>
  (await payer.call<{ data: PayoutWire[] }>("GET", `/v1/payouts?limit=100&batch=${id}`)).body.data;

/** A credit transfer file (pain.001) as a merchant's program makes it. */
export function painFile(
  rows: readonly { amount: number; iban?: string; name?: string }[],
): string {
  const doc = new SEPA.Document("pain.001.001.09");
  doc.grpHdr.id = "RUN.2026.11";
  doc.grpHdr.created = new Date();
  doc.grpHdr.initiatorName = "Lindqvist Design";
  const info = doc.createPaymentInfo();
  info.requestedExecutionDate = new Date();
  info.debtorIBAN = "DE87123456781234567890";
  info.debtorBIC = "XMPLDEM0XXX";
  info.debtorName = "Lindqvist Design";
  doc.addPaymentInfo(info);
  for (const [i, row] of rows.entries()) {
    const tx = info.createTransaction();
    tx.creditorName = row.name ?? "Bo & Berg";
    tx.creditorIBAN = row.iban ?? IBANS.settles;
    tx.amount = row.amount;
    tx.remittanceInfo = `INVOICE ${i}`;
    tx.end2endId = `RUN.11.${i}`;
    info.addTransaction(tx);
  }
  return doc.toString();
}
