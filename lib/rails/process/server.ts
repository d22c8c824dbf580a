import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#lib/kernel/log.ts";
import { encode, OPERATIONS, PROTOCOL_PATH } from "../protocol/messages.ts";
import { parseJson } from "../protocol/shapes.ts";
import { nonceOf, SIGNATURE_HEADER, sign, verify } from "../protocol/signature.ts";
import type { Rail } from "../rail.ts";
import { type Book, ConflictError } from "./book.ts";
import { type CreditQuestion, creditQuestion, type Herald, receiveCredit } from "./credits.ts";
import { type Fault, type FaultPlan, faultFor, faultPlan, NO_FAULTS } from "./faults.ts";
import { type StatementQuestion, statementOf, statementQuestion } from "./statement.ts";

export type RailServerOptions = {
  rail: Rail;
  book: Book;
  secret: string;
  faults?: FaultPlan;
  /** Sends news of credits; without one they wait until they are asked about. */
  herald?: Herald;
  /** PEM texts; without them the port speaks plain HTTP and must be local. */
  tls?: { cert: Buffer; key: Buffer } | null;
};

/** Requests to the sandbox beside the operations of a rail. */
const CONTROLS = {
  "control/statement": statementQuestion,
  "control/credit": creditQuestion,
  "control/faults": faultPlan,
} as const;

type Answer = { status: number; body: Buffer };
type Asked = { path: string; nonce: string; body: Buffer };

const BODY_CAP_BYTES = 64 * 1_024;
const SWAP_PATIENCE_MS = 300;

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: Buffer.from(encode({ error: { code, message } })),
});

/** Serves the rail protocol (docs/rail-protocol.md) in front of a rail. Refuses requests without a valid signature
 * before parsing them; logs nothing of requests and answers. Faults apply only to operations, never to controls. */
export function createRailServer(options: RailServerOptions): Server {
  const served = new RailService(options);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    served.serve(request, response).catch((error) => {
      log.warn("rail request not answered", { error });
      response.destroy();
    });
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  server.requestTimeout = 10_000;
  server.keepAliveTimeout = 60_000;
  return server;
}

class RailService {
  readonly #options: RailServerOptions;
  #faults: FaultPlan;
  /** Arrivals of each operation by id, so that repeats draw faults again. */
  readonly #arrivals = new Map<string, number>();
  /** Releases the answer that waits to be overtaken. */
  #overtaken: (() => void) | undefined;

  constructor(options: RailServerOptions) {
    this.#options = options;
    this.#faults = options.faults ?? NO_FAULTS;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = pathOf(request);
    const header = String(request.headers[SIGNATURE_HEADER] ?? "");
    const nonce = nonceOf(header) ?? "";
    const refused = this.#refuse(request, path, header, nonce, body);
    if (refused || !path || !body) {
      this.#send(response, nonce, refused ?? refusal(400, "malformed", "No request."));
      return;
    }
    const asked = { path, nonce, body };
    if (path.startsWith("control/")) this.#send(response, nonce, await this.#control(asked));
    else await this.#operate(asked, response);
  }

  #refuse(
    request: IncomingMessage,
    path: string | null,
    header: string,
    nonce: string,
    body: Buffer | null,
  ): Answer | null {
    if (!path) return refusal(404, "no_such_operation", "There is no such operation.");
    if (request.method !== "POST") return refusal(405, "method_not_allowed", "Use POST.");
    if (!body)
      return refusal(413, "too_large", `The body can have at most ${BODY_CAP_BYTES} bytes.`);
    const message = { kind: "request", nonce, path, body } as const;
    if (verify(this.#options.secret, header, message)) return null;
    return refusal(
      401,
      "signature_invalid",
      "Not signed with this rail's secret, or the signature is too old.",
    );
  }

  async #operate(asked: Asked, response: ServerResponse): Promise<void> {
    const operation = Object.entries(OPERATIONS).find(([, { path }]) => path === asked.path);
    if (!operation) {
      const answer = refusal(404, "no_such_operation", "There is no such operation.");
      this.#send(response, asked.nonce, answer);
      return;
    }
    const [name, { request: shape }] = operation;
    const question = shape.safeParse(parseJson(asked.body));
    if (!question.success) {
      const answer = refusal(400, "malformed", wrongFields(question.error.issues));
      this.#send(response, asked.nonce, answer);
      return;
    }
    if (asked.path.endsWith("/status")) this.#options.book.noteQuestion();
    const fault = this.#faultFor(asked.path, question.data);
    if (await this.#befallBefore(fault, asked, response)) return;
    const { latencyMs } = this.#faults;
    if (latencyMs > 0) await sleep(latencyMs / 2);
    const answer = await this.#act(name as keyof Rail, question.data);
    if (latencyMs > 0) await sleep(latencyMs / 2);
    await this.#befallAfter(fault, asked, response, answer);
  }

  async #act(name: keyof Rail, question: unknown): Promise<Answer> {
    const act = this.#options.rail[name] as (question: unknown) => Promise<unknown>;
    try {
      return { status: 200, body: Buffer.from(encode(await act(question))) };
    } catch (error) {
      if (error instanceof ConflictError) return refusal(409, "id_conflict", error.message);
      log.error("rail failed", { error, operation: name });
      return refusal(500, "rail_error", "The rail failed.");
    }
  }

  #faultFor(path: string, question: unknown): Fault | null {
    if (this.#faults.rules.length === 0) return null;
    const { id = "" } = question as { id?: string };
    const key = `${path} ${id}`;
    const nth = (this.#arrivals.get(key) ?? 0) + 1;
    this.#arrivals.set(key, nth);
    return faultFor(this.#faults, path, id, nth);
  }

  /** True if the fault ended the request. */
  async #befallBefore(fault: Fault | null, asked: Asked, response: ServerResponse) {
    if (fault === "timeout_before") return true;
    if (fault === "reset_before") response.socket?.resetAndDestroy();
    else if (fault === "error_before") {
      this.#send(response, asked.nonce, refusal(500, "rail_error", "Nothing was done."));
    } else {
      if (fault === "late_action") await sleep(this.#faults.lateMs);
      return false;
    }
    return true;
  }

  async #befallAfter(fault: Fault | null, asked: Asked, response: ServerResponse, answer: Answer) {
    const { nonce } = asked;
    switch (fault) {
      case "timeout_after":
        return;
      case "reset_after":
        response.socket?.resetAndDestroy();
        return;
      case "error_after":
        this.#send(response, nonce, refusal(500, "rail_error", "It was done nevertheless."));
        return;
      case "garbage":
        this.#send(response, nonce, { status: 200, body: Buffer.from('<html>{"result":"succ') });
        return;
      case "late_answer":
        await sleep(this.#faults.lateMs);
        break;
      case "swap":
        await this.#letAnotherPass();
        break;
      case "duplicate":
        this.#sendTwice(response, nonce, answer);
        return;
    }
    this.#send(response, nonce, answer);
    this.#overtaken?.();
  }

  /** Waits until another answer was sent, or for a moment if none is. While one waits, the others pass it. */
  async #letAnotherPass(): Promise<void> {
    if (this.#overtaken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#overtaken = resolve;
    await Promise.race([promise, sleep(SWAP_PATIENCE_MS)]);
    if (this.#overtaken === resolve) this.#overtaken = undefined;
  }

  async #control({ path, body }: Asked): Promise<Answer> {
    const control = CONTROLS[path as keyof typeof CONTROLS];
    if (!control) return refusal(404, "no_such_operation", "There is no such control.");
    const question = control.safeParse(parseJson(body));
    if (!question.success) return refusal(400, "malformed", wrongFields(question.error.issues));
    const answer = await this.#controlled(path as keyof typeof CONTROLS, question.data);
    return { status: 200, body: Buffer.from(encode(answer)) };
  }

  async #controlled(path: keyof typeof CONTROLS, question: unknown): Promise<unknown> {
    const { rail, book, herald } = this.#options;
    switch (path) {
      case "control/statement":
        return {
          ...(await statementOf(book, rail, question as StatementQuestion)),
          untold: herald?.untold ?? 0,
        };
      case "control/credit": {
        const credit = question as CreditQuestion;
        const answer = await receiveCredit(book, credit);
        herald?.tell(credit.id);
        return answer;
      }
      case "control/faults":
        this.#faults = question as FaultPlan;
        log.info("faults set", { rules: this.#faults.rules.length, seed: this.#faults.seed });
        return this.#faults;
    }
  }

  #headers(nonce: string, { status, body }: Answer): Record<string, string> {
    const message = { kind: "answer", nonce, status, body } as const;
    return {
      "content-type": "application/json",
      "content-length": String(body.length),
      [SIGNATURE_HEADER]: sign(this.#options.secret, message),
    };
  }

  #send(response: ServerResponse, nonce: string, answer: Answer): void {
    if (response.destroyed) return;
    response.writeHead(answer.status, this.#headers(nonce, answer)).end(answer.body);
  }

  #sendTwice(response: ServerResponse, nonce: string, answer: Answer): void {
    const headers = this.#headers(nonce, answer);
    const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const { socket } = response;
    response.once("finish", () => {
      if (!socket || socket.destroyed) return;
      socket.write(`HTTP/1.1 ${answer.status} Again\r\n${names.join("")}\r\n`);
      socket.write(answer.body);
    });
    response.writeHead(answer.status, headers).end(answer.body);
  }
}

/** The path without the protocol's prefix; null without the prefix. */
function pathOf({ url = "" }: IncomingMessage): string | null {
  return url.startsWith(PROTOCOL_PATH) ? url.slice(PROTOCOL_PATH.length) : null;
}

/** Null if it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_CAP_BYTES) chunks.push(chunk);
  }
  return size > BODY_CAP_BYTES ? null : Buffer.concat(chunks);
}

/** Lists field names and never values, because a value can be a card number. */
function wrongFields(issues: readonly { path: PropertyKey[] }[]): string {
  return `Cannot be read: ${issues.map(({ path }) => path.join(".") || "the body").join(", ")}.`;
}
