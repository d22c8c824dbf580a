import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AnyBody } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { batchPayouts, batchSent, painFile, readBatch, sendBatch } from "#test/payout-batches.ts";
import { IBANS, openPayer, type Payer, skipTime } from "#test/payouts.ts";

const DAY_S = 86_400;

const assertBooksAgree = async (payer: Payer) =>
  assert.deepEqual(await disagreements(payer.account.id), []);

const controlOf = (file: string) => ({
  sum: /<CtrlSum>([\d.]+)</.exec(file)?.[1] ?? "",
  count: Number(/<NbOfTxs>(\d+)</.exec(file)?.[1]),
});

test("a pain.001 file made by the sepa package is accepted, and our totals equal its control sums", async () => {
  const payer = await openPayer(900_000_000);
  const cents = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(cents, async (amounts) => {
      const file = painFile(amounts.map((amount) => ({ amount: amount / 100 })));
      const control = controlOf(file);
      const batch = await batchSent(payer, { file, format: "pain.001" });
      assert.deepEqual(
        [batch.count, batch.accepted, batch.errors],
        [control.count, control.count, []],
      );
      assert.equal((batch.total / 100).toFixed(2), Number(control.sum).toFixed(2));
      assert.equal(batch.accepted_total, batch.total);
    }),
    { numRuns: 12 },
  );
  const batch = await batchSent(payer, {
    file: painFile([{ amount: 50.23 }]),
    format: "pain.001.001.09",
  });
  const [payout] = await batchPayouts(payer, batch.id);
  assert.deepEqual(
    [
      payout?.beneficiary.name,
      payout?.amount,
      payout?.rail,
      payout?.reference,
      payout?.end_to_end_id,
    ],
    ["Bo & Berg", 5_023, "sepa_credit", "INVOICE 0", "RUN.11.0"],
  );
  await assertBooksAgree(payer);
});

test("a wrong control sum or number of transactions rejects the whole file", async () => {
  const payer = await openPayer(100_000);
  const file = painFile([{ amount: 10 }, { amount: 20.5 }]);
  for (const [changed, expected] of [
    [
      file.replace("<CtrlSum>30.50<", "<CtrlSum>30.51<"),
      ["control_sum_mismatch", "GrpHdr/CtrlSum"],
    ],
    [
      file.replace("<NbOfTxs>2<", "<NbOfTxs>3<"),
      ["number_of_transactions_mismatch", "GrpHdr/NbOfTxs"],
    ],
    [
      file.replace(/(<PmtInf>.*?)<CtrlSum>30.50</, "$1<CtrlSum>1e3<"),
      ["control_sum_mismatch", "PmtInf/CtrlSum"],
    ],
  ] as const) {
    assert.notEqual(changed, file);
    const batch = await batchSent(payer, { file: changed, format: "pain.001" });
    assert.deepEqual([batch.status, batch.accepted, batch.rejected], ["rejected", 0, 2]);
    assert.deepEqual(
      batch.errors.map(({ row, code, param }) => [row, code, param]),
      [[null, ...expected]],
    );
  }
  assert.equal(await payer.funds(), 100_000);
});

test("a pain.001 file sets rail and date, and its errors name its own elements", async () => {
  const payer = await openPayer(100_000);
  const file = painFile([{ amount: 10 }, { amount: 20 }, { amount: 5 }])
    .replace("</SvcLvl>", "</SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm>")
    .replace(
      `${IBANS.settles}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>INVOICE 1`,
      "DE00</IBAN></Id></CdtrAcct><RmtInf><Ustrd>INVOICE 1",
    )
    .replace('Ccy="EUR">5.00<', 'Ccy="EUR">5.001<')
    .replaceAll("<CtrlSum>35.00<", "<CtrlSum>35.001<");
  const batch = await batchSent(payer, { file, format: "pain.001" });
  assert.deepEqual(
    batch.errors.map(({ row, code, param }) => [row, code, param]),
    [
      [2, "iban_invalid", "CdtrAcct/Id/IBAN"],
      [3, "amount_invalid", "Amt/InstdAmt"],
    ],
  );
  const [payout] = await batchPayouts(payer, batch.id);
  assert.equal(payout?.rail_requested, "sepa_instant");
  const inThreeDays = new Date(Date.now() + 3 * DAY_S * 1_000).toISOString().slice(0, 10);
  const later = painFile([{ amount: 1 }]).replace(
    /<ReqdExctnDt><Dt>[\d-]+</,
    `<ReqdExctnDt><Dt>${inThreeDays}<`,
  );
  const waiting = await batchSent(payer, { file: later, format: "pain.001" });
  await payer.advance(DAY_S);
  assert.equal((await batchPayouts(payer, waiting.id))[0]?.status, "pending");
  await payer.advance(3 * DAY_S);
  assert.equal((await readBatch(payer, waiting.id)).status, "completed");
});

test("an execution date must be a day that exists, in ISO 8601", async () => {
  const payer = await openPayer();
  const dated = (date: string) =>
    painFile([{ amount: 1 }]).replace(/<ReqdExctnDt><Dt>[^<]+</, `<ReqdExctnDt><Dt>${date}<`);
  const year = new Date().getUTCFullYear() + (new Date().getUTCMonth() < 2 ? 0 : 1);
  const noDays = [`${year}-02-30`, `${year}-02-31`, `${year}-01-15 (Friday)`, `${year}-13-01`];
  for (const date of noDays) {
    const { errors } = await batchSent(payer, { file: dated(date), format: "pain.001" });
    assert.deepEqual(
      errors.map(({ row, code }) => [row, code]),
      [[1, "execution_date_invalid"]],
      date,
    );
  }
  const tomorrow = new Date(Date.now() + DAY_S * 1_000).toISOString().slice(0, 10);
  for (const end of ["", "Z", "+01:00", "T09:30:00", "T09:30:00.5+02:00"]) {
    const file = dated(`${tomorrow}${end}`);
    const { errors } = await batchSent(payer, { file, format: "pain.001" });
    assert.deepEqual(
      errors.map(({ code }) => code).filter((code) => /date/.test(code)),
      [],
      end,
    );
  }
});

const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_S * 1_000).toISOString().slice(0, 10);

test("an execution date is at most 366 days ahead by the account's clock", async () => {
  const payer = await openPayer(1_000_000);
  await skipTime(payer, 300 * DAY_S * 1_000);
  // The second file is parsed in another thread.
  for (const count of [1, 40]) {
    const rows = Array.from({ length: count }, () => ({ amount: 1 }));
    const dated = (days: number) =>
      painFile(rows).replace(/<ReqdExctnDt><Dt>[^<]+</, `<ReqdExctnDt><Dt>${inDays(days)}<`);
    const soon = await batchSent(payer, { file: dated(400), format: "pain.001" });
    assert.deepEqual([soon.accepted, soon.errors], [count, []]);
    const late = await batchSent(payer, { file: dated(300 + 368), format: "pain.001" });
    assert.deepEqual(
      late.errors.map(({ code }) => code),
      Array(count).fill("execution_date_invalid"),
    );
  }
});

test("an execution date in another place than Dt never means now", async () => {
  const payer = await openPayer();
  const whole = /<ReqdExctnDt>.*?<\/ReqdExctnDt>/;
  const file = painFile([{ amount: 1 }]);
  const sent = (element: string) =>
    batchSent(payer, { file: file.replace(whole, element), format: "pain.001" });
  const bare = await sent(`<ReqdExctnDt> ${inDays(3)} </ReqdExctnDt>`);
  assert.equal(bare.accepted, 1);
  await payer.advance(DAY_S);
  assert.equal((await batchPayouts(payer, bare.id))[0]?.status, "pending");
  for (const element of ["<ReqdExctnDt/>", "<ReqdExctnDt><Dt/></ReqdExctnDt>"]) {
    const { errors } = await sent(element);
    assert.deepEqual(
      errors.map(({ row, code }) => [row, code]),
      [[1, "execution_date_invalid"]],
      element,
    );
  }
  const moved = file.replace(whole, "").replace("</PmtInf>", `${whole.exec(file)?.[0]}</PmtInf>`);
  const { status, body } = await sendBatch(payer, { file: moved, format: "pain.001" });
  assert.deepEqual([status, (body as never as AnyBody).error.param], [400, "file"]);
});

test("XML with entities, external files or a document type is refused unread", async () => {
  const payer = await openPayer();
  const body = painFile([{ amount: 1 }]).replace(/^<\?xml[^>]*>/, "");
  const laughs = Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(9)}">`,
  );
  for (const head of [
    `<!DOCTYPE Document SYSTEM "file:///etc/passwd">`,
    `<!DOCTYPE Document [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>`,
    `<!DOCTYPE Document [<!ENTITY l0 "ha">${laughs.join("")}]>`,
    `<!DOCTYPE Document>`,
  ]) {
    const file = head + body.replace("Bo &amp; Berg", "Bo");
    const { status, body: answer } = await payer.call("POST", "/v1/payouts", {
      file,
      format: "pain.001",
    });
    assert.deepEqual([status, answer.error.param], [400, "file"]);
    assert.match(answer.error.message, /document type/);
  }
  const undefinedEntity = body.replace("Bo &amp; Berg", "Bo &x; Berg");
  const { status } = await payer.call("POST", "/v1/payouts", {
    file: undefinedEntity,
    format: "pain.001",
  });
  assert.equal(status, 400);
});
