import { createSocket } from "node:dgram";
import { isIP } from "node:net";

/** The answer for a name: its addresses, an error, or no answer. */
export type NameAnswer = readonly string[] | "not_found" | "failed" | "silence";

const ERRORS = { failed: 2, not_found: 3 } as const;
const TYPES: Record<number, number> = { 1: 4, 28: 6 };

export type NameServer = {
  /** `address:port`, as a resolver needs it. */
  address: string;
  /** The names queried for IPv4 addresses. */
  asked: string[];
  stop(): Promise<void>;
};

/** A local name server, by default on any port. `answer` gets the number of earlier IPv4 queries for a name, so that a name can
 *  change its address. Answers have a TTL of 0. */
export async function startNameServer(
  answer: (name: string, before: number) => NameAnswer,
  { host = "127.0.0.1", port = 0 } = {},
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    const before = asked.filter((each) => each === name).length;
    const chosen = answer(name, type === 28 ? Math.max(before - 1, 0) : before);
    if (type === 1) asked.push(name);
    if (chosen === "silence") return;
    socket.send(replyTo(query.subarray(0, end), type, chosen), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, host, resolve));
  return {
    address: `${host}:${socket.address().port}`,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(question: Buffer, type: number, answer: Exclude<NameAnswer, "silence">): Buffer {
  const records = typeof answer === "string" ? [] : answer.filter((a) => isIP(a) === TYPES[type]);
  const head = Buffer.from(question);
  const code = typeof answer === "string" ? ERRORS[answer] : 0;
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  // Additional records of the query (EDNS) are not repeated.
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records.map((address) => recordOf(type, address))]);
}

function recordOf(type: number, address: string): Buffer {
  const data = type === 1 ? Buffer.from(address.split(".").map(Number)) : bytesOf6(address);
  const record = Buffer.alloc(12);
  // A pointer to the name in the question.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

function bytesOf6(address: string): Buffer {
  const [head = "", tail = ""] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const zeros = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(zeros).fill("0"), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
