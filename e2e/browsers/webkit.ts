// WebKitGTK over WebDriver: one HTTP request per command. https://www.w3.org/TR/webdriver2/

import { freePort } from "#db/embedded/ports.ts";
import { type Driver, firstFile, startProgram, until } from "./engine.ts";

/** The key under which an element's id is sent. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

type ElementId = { [ELEMENT]: string };
type Started = {
  sessionId: string;
  capabilities: { browserName: string; browserVersion: string };
};

const DRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";

const miniBrowser = () =>
  firstFile(
    ...["x86_64", "aarch64"].flatMap((machine) =>
      ["4.1", "6.0", "4.0"].map(
        (api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`,
      ),
    ),
    "/usr/lib/x86_64-linux-gnu/webkitgtk-6.0/MiniBrowser",
  );

/** Sends a command and returns its value. */
async function ask<T>(url: string, method: "GET" | "POST" | "DELETE", body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    headers: { "content-type": "application/json" },
  });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Notes errors of scripts from here on: WebDriver has no command for them. */
const LISTEN = `
  if (!window.paydeskFaults) {
    const faults = (window.paydeskFaults = []);
    addEventListener("error", ({ message }) => faults.push(message));
    addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  }`;

/** The page and what can be done in it. */
class Tab {
  readonly #session: string;

  constructor(session: string) {
    this.#session = session;
  }

  async #post<T>(command: string, body?: object): Promise<T> {
    return await ask<T>(`${this.#session}/${command}`, "POST", body);
  }

  #run<T>(script: string): Promise<T> {
    return this.#post<T>("execute/sync", { script, args: [] });
  }

  async open(url: string): Promise<void> {
    await this.#post("url", { url });
    await this.#run(LISTEN);
  }

  /** Does `work` in the frame whose address has this part, and returns to the page. */
  async #inside<T>(frame: string | undefined, work: () => Promise<T>): Promise<T> {
    if (!frame) return await work();
    const selector = JSON.stringify(`iframe[src*="${frame}"]`);
    const id = await until(`a frame ${frame}`, () =>
      this.#run<ElementId>(`return document.querySelector(${selector})`),
    );
    await this.#post("frame", { id });
    try {
      return await work();
    } finally {
      await this.#post("frame", { id: null });
    }
  }

  #find(element: string): Promise<ElementId> {
    return until(`an element ${element}`, () => this.#run<ElementId>(`return ${element}`));
  }

  read<T>(expression: string, frame?: string): Promise<T> {
    return this.#inside(frame, () => this.#run<T>(`return ${expression}`));
  }

  async click(element: string, frame?: string): Promise<void> {
    await this.#inside(frame, async () => {
      const found = await this.#find(element);
      await this.#run(`(${element}).scrollIntoView({ block: "center" })`);
      await this.#post(`element/${found[ELEMENT]}/click`);
    });
  }

  async type(element: string, text: string, frame?: string): Promise<void> {
    await this.#inside(frame, async () => {
      const found = await this.#find(element);
      await this.#post(`element/${found[ELEMENT]}/value`, { text });
    });
  }
}

/** WebKitGTK's small browser, on a screen that nobody sees. */
export const WEBKIT: Driver = {
  find: () => (firstFile(DRIVER) && firstFile(XVFB) ? miniBrowser() : undefined),
  packages: "webkit2gtk-driver xvfb",
  async start(program) {
    const screen = startProgram(XVFB, [
      ...["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
    ]);
    const [, display] = await screen.line(/^(\d+)\n/m);
    const port = await freePort();
    const driver = startProgram(DRIVER, ["--host=127.0.0.1", `--port=${port}`], {
      ...{ DISPLAY: `:${display}`, GDK_BACKEND: "x11", WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    });
    const base = `http://127.0.0.1:${port}`;
    await until("WebKitWebDriver", () => ask(`${base}/status`, "GET"));
    const options = { binary: program, args: ["--automation"] };
    const { sessionId, capabilities } = await ask<Started>(`${base}/session`, "POST", {
      capabilities: {
        alwaysMatch: { acceptInsecureCerts: true, "webkitgtk:browserOptions": options },
      },
    });
    const session = `${base}/session/${sessionId}`;
    await ask(`${session}/window/rect`, "POST", { x: 0, y: 0, width: 1440, height: 900 });
    const tab = new Tab(session);
    return {
      name: `${capabilities.browserName} ${capabilities.browserVersion} (WebKitGTK)`,
      open: (url) => tab.open(url),
      read: (expression, frame) => tab.read(expression, frame),
      click: (element, frame) => tab.click(element, frame),
      type: (element, text, frame) => tab.type(element, text, frame),
      faults: () => tab.read<string[]>("window.paydeskFaults ?? []"),
      async close() {
        await ask(session, "DELETE").catch(() => {});
        await driver.stop();
        await screen.stop();
      },
    };
  },
};
