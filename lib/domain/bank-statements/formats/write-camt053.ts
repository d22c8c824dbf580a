import { minorToDecimal } from "#lib/kernel/money.ts";
import type { ParsedLine, WrittenStatement } from "./types.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

type Content = string | readonly Node[];
type Node = readonly [
  name: string,
  content: Content,
  attributes?: Readonly<Record<string, string>>,
];

/** Writes statements as an ISO 20022 camt.053 file (version 08). `parseCamt053` reads the same statements from it. */
export function writeCamt053(
  statements: readonly WrittenStatement[],
  { id, createdAt }: { id: string; createdAt: Date },
): string {
  const created: Node = ["CreDtTm", createdAt.toISOString()];
  const root: Node = [
    "Document",
    [
      [
        "BkToCstmrStmt",
        [
          ["GrpHdr", [["MsgId", id], created]],
          ...statements.map((statement) => statementNode(statement, created)),
        ],
      ],
    ],
    { xmlns: NAMESPACE },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;
}

function statementNode(statement: WrittenStatement, created: Node): Node {
  const { bankAccount, currency, reference, sequence, fromDay, toDay } = statement;
  const isIban = /^[A-Z]{2}\d{2}/.test(bankAccount);
  return [
    "Stmt",
    [
      ["Id", reference ?? `${fromDay} ${toDay}`],
      ...when(sequence, (number): Node => ["ElctrncSeqNb", String(number)]),
      created,
      [
        "FrToDt",
        [
          // Without an offset: days are those of the account's time zone.
          ["FrDtTm", `${fromDay}T00:00:00`],
          ["ToDtTm", `${toDay}T23:59:59`],
        ],
      ],
      [
        "Acct",
        [
          ["Id", isIban ? [["IBAN", bankAccount]] : [["Othr", [["Id", bankAccount]]]]],
          ["Ccy", currency],
        ],
      ],
      balanceNode("OPBD", statement.openingMinor, currency, fromDay),
      balanceNode("CLBD", statement.closingMinor, currency, toDay),
      ...statement.lines.map((line) => entryNode(line, currency)),
    ],
  ];
}

function amountNodes(minor: bigint, currency: string): Node[] {
  const magnitude = minor < 0n ? -minor : minor;
  return [
    ["Amt", minorToDecimal(magnitude, currency), { Ccy: currency }],
    ["CdtDbtInd", minor < 0n ? "DBIT" : "CRDT"],
  ];
}

function balanceNode(code: string, minor: bigint, currency: string, day: string): Node {
  return [
    "Bal",
    [
      ["Tp", [["CdOrPrtry", [["Cd", code]]]]],
      ...amountNodes(minor, currency),
      ["Dt", [["Dt", day]]],
    ],
  ];
}

function entryNode(line: Omit<ParsedLine, "at">, currency: string): Node {
  const { amountMinor, bookingDay, valueDay, entryReference, references, text } = line;
  const party = amountMinor > 0n ? "Dbtr" : "Cdtr";
  return [
    "Ntry",
    [
      ...amountNodes(amountMinor, currency),
      ["Sts", [["Cd", "BOOK"]]],
      ["BookgDt", [["Dt", bookingDay]]],
      ["ValDt", [["Dt", valueDay]]],
      ...when(entryReference, (reference): Node => ["AcctSvcrRef", reference]),
      ["BkTxCd", [["Prtry", [["Cd", amountMinor > 0n ? "CREDIT" : "DEBIT"]]]]],
      [
        "NtryDtls",
        (references.length === 0 ? [null] : references).map(
          (reference, i): Node => [
            "TxDtls",
            [
              ...when(reference, (known): Node => ["Refs", [["EndToEndId", known]]]),
              ...when(
                i === 0 ? line.counterparty : null,
                (name): Node => ["RltdPties", [[party, [["Pty", [["Nm", name]]]]]]],
              ),
              ...when(
                i === 0 && text !== "" ? text : null,
                (note): Node => ["RmtInf", [["Ustrd", note]]],
              ),
            ],
          ],
        ),
      ],
    ],
  ];
}

const when = <T>(value: T | null, node: (value: T) => Node): Node[] =>
  value === null ? [] : [node(value)];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

function written([name, content, attributes = {}]: Node, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<${name}${pairs.join("")}>`;
  if (typeof content === "string") return `${start}${escaped(content)}</${name}>\n`;
  const below = content.map((node) => written(node, `${indent}  `)).join("");
  return `${start}\n${below}${indent}</${name}>\n`;
}
