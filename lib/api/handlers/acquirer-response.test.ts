import assert from "node:assert/strict";
import { test } from "node:test";
import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { railFor, useRail } from "#lib/rails/index.ts";
import { signedIn } from "#test/dashboard.ts";
import { openTill } from "#test/money.ts";

const YEAR = 2031;

type Told = { arn: string } & Record<string, unknown>;

test("facts of the authorisation and the ARN of the capture are kept, answered and sent", async () => {
  const till = await openTill();
  const { body: held } = await till.charge({ capture: "manual" });
  const authorised = {
    eci: "05",
    liability_shift: true,
    avs_result: "not_checked",
    cvc_result: "match",
  };
  assert.deepEqual(held.acquirer_response, { ...authorised, arn: null });
  const { body: captured } = await till.call("POST", `/v1/payments/${held.id}/capture`, {});
  const { arn, ...others } = captured.acquirer_response as Told;
  assert.deepEqual(others, authorised);
  assert.match(arn, /^\d{23}$/);
  assert.ok(passesLuhn(arn));
  const read = await till.call("GET", `/v1/payments/${held.id}`);
  assert.deepEqual(read.body, captured);
  const events = await till.rows<{ data: typeof captured }>(
    "select data from events where account_id = $1 order by id",
  );
  assert.deepEqual(events.at(-1)?.data.acquirer_response, captured.acquirer_response);
});

test("a decline has the checks that failed, and a security code is stored nowhere", async () => {
  const till = await openTill();
  const card = { number: "4000000000000002", exp_month: 12, exp_year: YEAR, cvc: "901" };
  const { body: method } = await till.call("POST", "/v1/payment_methods", { type: "card", card });
  const answer = await till.charge({ payment_method: method.id });
  assert.equal(answer.status, 402);
  const told = (answer.body.error.payment as { acquirer_response?: Told } | undefined)
    ?.acquirer_response;
  assert.deepEqual(told, {
    eci: "05",
    liability_shift: null,
    avs_result: "not_checked",
    cvc_result: "no_match",
    arn: null,
  });
  const [row] = await till.rows<{ row: string }>(
    `select to_jsonb(m)::text || to_jsonb(p)::text as row
       from payment_methods m join payments p on p.account_id = m.account_id
      where m.account_id = $1`,
  );
  assert.ok(row && !/[^\d]901[^\d]/.test(row.row.replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, "")));
});

test("a later charge of the same card has no code to check", async () => {
  const till = await openTill();
  const card = { number: "5555555555554444", exp_month: 12, exp_year: YEAR, cvc: "123" };
  const { body: method } = await till.call("POST", "/v1/payment_methods", { type: "card", card });
  const charge = async () => (await till.charge({ payment_method: method.id })).body;
  const [first, second] = [await charge(), await charge()];
  assert.deepEqual(
    [first, second].map(({ acquirer_response: told }) => [told?.eci, told?.cvc_result]),
    [
      ["02", "match"],
      ["02", "not_checked"],
    ],
  );
});

test("methods without a card and rails that report nothing have null", async () => {
  const till = await openTill();
  const { body: ideal } = await till.charge({ method: "ideal", payment_method: undefined });
  assert.equal(ideal.acquirer_response, null);
  const back = useRail("test", {
    ...railFor("test"),
    authorise: async () => ({
      result: "succeeded",
      railReference: "R",
      sca: null,
      exemptionOutcome: null,
    }),
  });
  const { body: paid } = await till.charge().finally(back);
  assert.deepEqual([paid.status, paid.acquirer_response], ["succeeded", null]);
});

test("the payment's and the dispute's screen show the facts, and lists have them as optional columns", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge({ payment_method: "pm_test_4000000000000259" });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  const visitor = await signedIn(till);
  const page = (await visitor.get(`/test/payments/${payment.id}`)).body;
  const arn = payment.acquirer_response?.arn;
  const told = {
    eci: "05",
    liabilityShift: true,
    avsResult: "not_checked",
    cvcResult: "match",
    arn,
  };
  assert.deepEqual(page.acquirerResponse, told);
  const dispute = (await visitor.get(`/test/disputes/${page.dispute.id}`)).body;
  assert.deepEqual(dispute.payment.acquirerResponse, told);
  const text = dispute.proposals.find(
    ({ field }: { field: string }) => field === "uncategorized_text",
  )?.text;
  for (const part of ["(ECI): 05", "shifted to the issuer", "security code matched", arn]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  const sent = await visitor.post(`/test/disputes/${page.dispute.id}/evidence`, {
    evidence: { uncategorized_text: text },
    submit: false,
    attempt: crypto.randomUUID(),
  });
  assert.equal(sent.status, 200, "the ARN is not taken for a card number");
  const { body: expanded } = await till.call(
    "GET",
    `/v1/disputes/${page.dispute.id}?expand[]=payment`,
  );
  assert.equal((expanded.payment as { acquirer_response: Told }).acquirer_response.arn, arn);
  const list = await visitor.get("/test/payments?more=eci,liability,addressCheck,codeCheck,arn");
  assert.deepEqual(list.body.payments[0].more, {
    eci: "05",
    liability: "issuer",
    addressCheck: "not_checked",
    codeCheck: "match",
    arn,
  });
  const disputes = await visitor.get("/test/disputes?more=liability");
  assert.equal(disputes.body.disputes[0].more.liability, "issuer");
});
