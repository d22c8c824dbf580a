import type { Agent } from "undici";
import type { z } from "zod";
import { undici } from "#lib/kernel/undici.ts";
import {
  encode,
  errorAnswer,
  OPERATIONS,
  type Operation,
  PROTOCOL_PATH,
} from "../protocol/messages.ts";
import { parseJson } from "../protocol/shapes.ts";
import { newNonce, SIGNATURE_HEADER, sign, verify } from "../protocol/signature.ts";
import { type Rail, RailRefusedError, RailUnavailableError } from "../rail.ts";

export type ConnectorOptions = {
  /** The rail's address; the protocol's path is appended. */
  url: string;
  secret: string;
  /** One deadline for the whole call: waiting for a connection, connecting, sending, and the answer. */
  timeoutMs: number;
};

export type Connector = Rail & {
  /** Calls a control of the sandbox rail: its book or its faults. */
  control<T>(path: string, question: object, answer: Shape<T>): Promise<T>;
  close(): Promise<void>;
};

const CONNECTIONS = 128;
const IDLE_MS = 30_000;
const ANSWER_CAP_BYTES = 64 * 1_024;
const STATEMENT_CAP_BYTES = 1_024 ** 3;

/** A rail behind the rail protocol (docs/rail-protocol.md). Every operation throws `RailUnavailableError` without a
 * timely answer that is signed, valid and an answer to this request: it may or may not have been executed.
 * `RailRefusedError` means that the rail did not execute it. */
export function createConnector(options: ConnectorOptions): Connector {
  const agent = new (undici().Agent)({
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    connect: { timeout: options.timeoutMs },
    // The one deadline applies instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const ask = <T>(path: string, capBytes: number, question: unknown, answer: Shape<T>) =>
    exchange({ ...options, agent, path, capBytes, body: Buffer.from(encode(question)) }, answer);
  const operation =
    <Name extends Operation>(name: Name) =>
    (question: Parameters<Rail[Name]>[0]) =>
      ask(OPERATIONS[name].path, ANSWER_CAP_BYTES, question, OPERATIONS[name].answer as z.ZodType);
  const names = Object.keys(OPERATIONS) as Operation[];
  const rail = Object.fromEntries(names.map((name) => [name, operation(name)])) as Rail;
  return {
    ...rail,
    control: (path, question, answer) => ask(path, STATEMENT_CAP_BYTES, question, answer),
    close: () => agent.destroy(),
  };
}

type Shape<T> = z.ZodType<T, unknown>;
type Call = ConnectorOptions & { agent: Agent; path: string; capBytes: number; body: Buffer };
type RawAnswer = { status: number; signature: string | undefined; body: Buffer };

async function exchange<T>(call: Call, shape: Shape<T>): Promise<T> {
  const nonce = newNonce();
  const raw = await sendInTime(call, nonce);
  const { status, signature, body } = raw;
  const signed = { kind: "answer", nonce, status, body } as const;
  if (!verify(call.secret, signature, signed)) {
    throw unavailable(
      call,
      `answered ${status} without a valid signature: do both sides have the same secret?`,
    );
  }
  const parsed = parseJson(body);
  if (status >= 400 && status < 500) {
    const refusal = errorAnswer.safeParse(parsed);
    if (refusal.success) {
      const { code, message } = refusal.data.error;
      throw new RailRefusedError(code, `The rail refused ${call.path}: ${message}`);
    }
  }
  if (status !== 200) throw unavailable(call, `answered ${status}`);
  const answer = shape.safeParse(parsed);
  // The answer is not logged, because it can contain anything.
  if (!answer.success) throw unavailable(call, "gave an answer that does not match the protocol");
  return answer.data;
}

/** Every operation is idempotent, so if its connection fails (the rail may have closed a kept one) it is sent once
 * more on another, within the same deadline. */
async function sendInTime(call: Call, nonce: string): Promise<RawAnswer> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  try {
    return await send(call, nonce, signal);
  } catch (error) {
    if (!isConnectionLost(error)) throw unavailable(call, "gave no answer", error);
  }
  try {
    return await send(call, nonce, signal);
  } catch (error) {
    throw unavailable(call, "gave no answer", error);
  }
}

async function send(call: Call, nonce: string, signal: AbortSignal): Promise<RawAnswer> {
  const { agent, path, body } = call;
  const answer = await undici().request(`${call.url.replace(/\/$/, "")}${PROTOCOL_PATH}${path}`, {
    dispatcher: agent,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-encoding": "identity",
      [SIGNATURE_HEADER]: sign(call.secret, { kind: "request", nonce, path, body }),
    },
    body,
    signal,
  });
  const signature = answer.headers[SIGNATURE_HEADER];
  return {
    status: answer.statusCode,
    signature: typeof signature === "string" ? signature : undefined,
    body: await readCapped(answer.body, call.capBytes),
  };
}

async function readCapped(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  capBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > capBytes) {
      body.destroy();
      throw new Error(`the answer is longer than ${capBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isConnectionLost(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return error instanceof undici().errors.SocketError || code === "ECONNRESET" || code === "EPIPE";
}

function unavailable({ path }: Call, what: string, cause?: unknown): RailUnavailableError {
  return new RailUnavailableError(`The rail ${what} (${path}).`, { cause });
}
