import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { references, statements, withoutPlaces, words } from "#test/bank-statements.ts";
import { parseCamt053 } from "./parse-camt053.ts";
import { writeCamt053 } from "./write-camt053.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001";

/** As a German bank sends it: version 02, status and names in their old places, a batch, a reversal, a pending entry. */
const GERMAN = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Document xmlns="${NAMESPACE}.02">
 <BkToCstmrStmt>
  <GrpHdr><MsgId>camt53_20261103</MsgId><CreDtTm>2026-11-03T21:08:10+01:00</CreDtTm></GrpHdr>
  <Stmt>
   <Id>0352C5320261103</Id><ElctrncSeqNb>211</ElctrncSeqNb><CreDtTm>2026-11-03T21:08:10+01:00</CreDtTm>
   <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
   <Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1086.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-03</Dt></Dt></Bal>
   <Ntry>
    <Amt Ccy="EUR">214.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-03</Dt></BookgDt><ValDt><Dt>2026-11-04</Dt></ValDt><AcctSvcrRef>2026110312345678</AcctSvcrRef>
    <NtryDtls><TxDtls>
     <Refs><EndToEndId>PAYDESK 7H3K</EndToEndId></Refs>
     <RltdPties><Dbtr><Nm>Paydesk Payments</Nm></Dbtr><Cdtr><Nm>Lindqvist</Nm></Cdtr></RltdPties>
     <RmtInf><Ustrd>SETTLEMENT &amp; MORE</Ustrd><Ustrd>stl_01abc</Ustrd></RmtInf>
    </TxDtls></NtryDtls>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">150.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><DtTm>2026-11-03T06:00:00+01:00</DtTm></BookgDt>
    <NtryDtls><Btch><PmtInfId>pob_01b</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>
     <TxDtls><Refs><EndToEndId>INV-1</EndToEndId></Refs></TxDtls>
     <TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls>
    </NtryDtls>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">22.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>
    <NtryDtls><TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>
   </Ntry>
   <Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry>
  </Stmt>
 </BkToCstmrStmt>
</Document>`;

test("a statement of a German bank is read with references, parties, batches and returns", () => {
  const [statement, ...more] = parseCamt053(GERMAN);
  assert.equal(more.length, 0);
  const { lines, ...head } = statement!;
  assert.deepEqual(head, {
    at: 5,
    bankAccount: "DE89370400440532013000",
    currency: "EUR",
    reference: "0352C5320261103",
    sequence: 211,
    fromDay: "2026-11-03",
    toDay: "2026-11-03",
    openingMinor: 100_000n,
    closingMinor: 108_650n,
  });
  assert.deepEqual(lines, [
    {
      at: 10,
      bookingDay: "2026-11-03",
      valueDay: "2026-11-04",
      amountMinor: 21_450n,
      entryReference: "2026110312345678",
      references: ["PAYDESK 7H3K"],
      text: "SETTLEMENT & MORE stl_01abc",
      counterparty: "Paydesk Payments",
    },
    {
      at: 19,
      bookingDay: "2026-11-03",
      valueDay: "2026-11-03",
      amountMinor: -15_000n,
      entryReference: null,
      references: ["INV-1", "pob_01b"],
      text: "",
      counterparty: null,
    },
    {
      at: 27,
      bookingDay: "2026-11-03",
      valueDay: "2026-11-03",
      amountMinor: 2_200n,
      entryReference: null,
      references: [],
      text: "AC04",
      counterparty: null,
    },
  ]);
});

test("every statement that is written is read back the same", () => {
  const signs = "abcXYZ019 <>&\"'é€漢/-";
  const random = statements({ text: words(signs, 60), reference: references("aB09-/_", 20) });
  fc.assert(
    fc.property(fc.array(random, { minLength: 1, maxLength: 3 }), (given) => {
      const file = writeCamt053(given, { id: "M1", createdAt: new Date(0) });
      assert.deepEqual(withoutPlaces(parseCamt053(file)), given);
    }),
    { numRuns: 200 },
  );
});

test("amounts have the digits of their currency, with zeros beyond allowed", () => {
  const yen = GERMAN.replaceAll("EUR", "JPY").replaceAll(/>(\d+)\.\d+</g, ">$1.00<");
  assert.equal(parseCamt053(yen)[0]?.openingMinor, 1_000n);
  const dinar = GERMAN.replaceAll("EUR", "KWD").replace(">1000.00<", ">1000.125<");
  assert.equal(parseCamt053(dinar)[0]?.openingMinor, 1_000_125n);
});

test("long numbers of statements and other legal forms of an amount are read", () => {
  const numbered = (number: string) =>
    parseCamt053(GERMAN.replace(">211<", `>${number}<`))[0]!.sequence;
  assert.deepEqual(
    ["999999999", "20261103000001", "999999999999999999"].map(numbered),
    [999_999_999, null, null],
    "more digits than a count of statements has",
  );
  const odd = GERMAN.replace(">22.00<", ">.50<").replace(">214.50<", ">+236.00<");
  const [statement] = parseCamt053(odd);
  const amounts = statement!.lines.map(({ amountMinor }) => amountMinor);
  assert.deepEqual(amounts, [23_600n, -15_000n, 50n]);
});

test("the interim balances of a statement's pages are their opening and closing balances", () => {
  const balances = (opening: string, closing: string) => {
    const file = GERMAN.replace("PRCD", opening).replace("CLBD", closing);
    const [page] = parseCamt053(file);
    return [page?.openingMinor, page?.closingMinor];
  };
  const expected = [100_000n, 108_650n];
  assert.deepEqual(balances("OPBD", "ITBD"), expected);
  assert.deepEqual(balances("ITBD", "ITBD"), expected);
  assert.deepEqual(balances("ITBD", "CLBD"), expected);
  assert.throws(() => balances("ITBD", "CLAV"), /the closing balance \(CLBD\) is missing/);
  assert.throws(() => balances("OPBD", "PRCD"), /the closing balance \(CLBD\) is missing/);
});

test("a fault names the line and the element", () => {
  const faults: [from: string | RegExp, to: string, message: RegExp][] = [
    ["214.50", "214,50", /Line 11, Ntry\/Amt: “214,50” is not an amount in EUR/],
    ["214.50", "214.505", /Line 11, Ntry\/Amt: “214.505” is not an amount in EUR/],
    [
      'Ccy="EUR">214',
      'Ccy="USD">214',
      /Line 11, Ntry\/Amt\/@Ccy: the entry is in USD, but the account is in EUR/,
    ],
    ['Ccy="EUR">214', 'Ccy="EURO">214', /“EURO” is not a currency/],
    ["<Dt>2026-11-04", "<Dt>2026-13-04", /Line 12, Ntry\/ValDt: “2026-13-04” is not a date/],
    [
      /<Bal><Tp><CdOrPrtry><Cd>CLBD.*<\/Bal>/,
      "",
      /Stmt\/Bal: the closing balance \(CLBD\) is missing/,
    ],
    ["PRCD", "CLAV", /the opening balance \(OPBD or PRCD\) is missing/],
    [/<IBAN>.*<\/IBAN>/, "", /Stmt\/Acct\/Id: the account is missing/],
    [
      "CRDT</CdtDbtInd><Sts>BOOK</Sts>\n    <BookgDt>",
      "CREDIT</CdtDbtInd><Sts>BOOK</Sts>\n    <BookgDt>",
      /“CREDIT” is neither CRDT nor DBIT/,
    ],
    [`${NAMESPACE}.02`, "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09", /not a bank statement/],
    ["</Stmt>", "", /The XML cannot be read/],
  ];
  for (const [from, to, message] of faults) {
    assert.throws(() => parseCamt053(GERMAN.replace(from, to)), {
      code: "parameter_invalid",
      param: "file",
      message,
    });
  }
});

test("a document type is refused, and entities are not expanded", () => {
  const external = GERMAN.replace(
    "<Document",
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Document',
  ).replace("SETTLEMENT", "&e;");
  assert.throws(() => parseCamt053(external), /DOCTYPE/);
  const unknown = GERMAN.replace("SETTLEMENT", "&e;");
  assert.throws(() => parseCamt053(unknown), /The XML cannot be read/);
});
