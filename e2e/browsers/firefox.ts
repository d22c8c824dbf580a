// Firefox over WebDriver BiDi: JSON messages on one socket. https://www.w3.org/TR/webdriver-bidi/

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Driver, firstFile, startProgram, until } from "./engine.ts";

type Answer = { id?: number; error?: string; message?: string; result?: never; method?: string };
type LogEntry = { level: string; text: string; type: string };
type Context = { context: string; url: string; children: Context[] };
type Evaluated = { type: "success"; result: { value?: string; sharedId?: string } };
type Failed = { type: "exception"; exceptionDetails: { text: string } };

/** One socket: commands with answers, and errors of pages as they happen. */
class Session {
  readonly faults: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #sent = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(String(data))));
  }

  #take({ id, error, message, result, method, ...rest }: Answer): void {
    if (method === "log.entryAdded") {
      const { level, text, type } = (rest as { params: LogEntry }).params;
      if (level === "error" && type === "javascript") this.faults.push(text);
      return;
    }
    const waiting = this.#waiting.get(id ?? -1);
    if (!waiting) return;
    if (error) waiting.reject(new Error(`${error}: ${message}`));
    else waiting.resolve(result);
  }

  async ask<T>(method: string, params: object): Promise<T> {
    const id = ++this.#sent;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return (await waiting.promise) as T;
  }
}

async function connect(address: string): Promise<Session> {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)));
  });
  return new Session(socket);
}

/** The page and what can be done in it. */
class Tab {
  readonly #session: Session;
  readonly #top: string;

  constructor(session: Session, top: string) {
    this.#session = session;
    this.#top = top;
  }

  async open(url: string): Promise<void> {
    await this.#session.ask("browsingContext.navigate", {
      ...{ context: this.#top, url, wait: "complete" },
    });
  }

  /** The page, or the frame in it whose address has this part. */
  async #contextOf(frame?: string): Promise<string> {
    if (!frame) return this.#top;
    return await until(`a frame ${frame}`, async () => {
      const { contexts } = await this.#session.ask<{ contexts: Context[] }>(
        "browsingContext.getTree",
        { root: this.#top },
      );
      return contexts[0]?.children.find(({ url }) => url.includes(frame))?.context;
    });
  }

  async evaluate(expression: string, context: string): Promise<Evaluated["result"]> {
    const answer = await this.#session.ask<Evaluated | Failed>("script.evaluate", {
      ...{ expression, target: { context }, awaitPromise: true, userActivation: true },
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }

  async read<T>(expression: string, frame?: string): Promise<T> {
    const context = await this.#contextOf(frame);
    const { value } = await this.evaluate(`JSON.stringify(${expression} ?? null)`, context);
    return JSON.parse(value ?? "null");
  }

  async click(element: string, frame?: string): Promise<void> {
    const context = await this.#contextOf(frame);
    const { sharedId } = await until(`an element ${element}`, async () => {
      const found = await this.evaluate(`${element} ?? null`, context);
      return found.sharedId ? found : null;
    });
    await this.evaluate(`(${element}).scrollIntoView({ block: "center" })`, context);
    const origin = { type: "element", element: { sharedId } };
    await this.#perform(context, "pointer", [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  async type(element: string, text: string, frame?: string): Promise<void> {
    await this.click(element, frame);
    const keys = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#perform(await this.#contextOf(frame), "key", keys);
  }

  async #perform(context: string, type: string, actions: object[]): Promise<void> {
    await this.#session.ask("input.performActions", {
      ...{ context, actions: [{ type, id: type, actions }] },
    });
  }
}

/** Debian's Firefox, or another. */
export const FIREFOX: Driver = {
  find: () => firstFile("/usr/bin/firefox-esr", "/usr/bin/firefox"),
  packages: "firefox-esr",
  async start(program) {
    const profile = mkdtempSync(join(tmpdir(), "paydesk-firefox-"));
    const firefox = startProgram(program, [
      ...["--headless", "--no-remote", "--profile", profile],
      ...["--remote-debugging-port", "0", "--width", "1440", "--height", "900", "about:blank"],
    ]);
    const [, address = ""] = await firefox.line(/WebDriver BiDi listening on (ws:\S+)/);
    const session = await connect(address);
    const { capabilities } = await session.ask<{ capabilities: { browserVersion: string } }>(
      "session.new",
      { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } },
    );
    await session.ask("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await session.ask<{ contexts: Context[] }>("browsingContext.getTree", {});
    const tab = new Tab(session, contexts[0]?.context ?? "");
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      open: (url) => tab.open(url),
      read: (expression, frame) => tab.read(expression, frame),
      click: (element, frame) => tab.click(element, frame),
      type: (element, text, frame) => tab.type(element, text, frame),
      faults: async () => session.faults,
      async close() {
        await firefox.stop();
        rmSync(profile, { recursive: true, force: true });
      },
    };
  },
};
