import { env } from "#lib/kernel/env.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import type { Merchant } from "./merchant.ts";

export type DashboardAnswer = {
  status: number;
  headers: Headers;
  /** Unchecked JSON, or the text of a file. Tests assert every field that they read. */
  body: ReturnType<typeof JSON.parse>;
};

let visitors = 0;

/** An in-process browser for the `/internal` API: keeps cookies and sends the headers of our pages. Each has
 *  its own IP address, so that one test's sign-ins do not slow down another's. */
export class DashboardVisitor {
  readonly cookies = new Map<string, string>();
  readonly address = `198.51.${100 + (visitors >> 8)}.${visitors++ & 255}`;

  get(path: string): Promise<DashboardAnswer> {
    return this.send("GET", path);
  }

  post(path: string, body: unknown = {}): Promise<DashboardAnswer> {
    return this.send("POST", path, body);
  }

  delete(path: string): Promise<DashboardAnswer> {
    return this.send("DELETE", path);
  }

  /** `headers` replace the default ones; undefined removes one. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<DashboardAnswer> {
    const sent = new Headers();
    const usual = {
      "x-forwarded-for": this.address,
      "x-paydesk-request": "1",
      origin: env.publicUrl,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    for (const [name, value] of Object.entries(usual)) if (value) sent.set(name, value);
    const response = await dashboardApp.fetch(
      new Request(new URL(`/internal${path}`, env.publicUrl), {
        method,
        headers: sent,
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    this.keepCookies(response.headers);
    const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (isEndless) await response.body?.cancel();
    const text = isEndless ? "" : await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text,
    };
  }

  private keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const [name = "", value = ""] = [
        pair.slice(0, pair.indexOf("=")),
        pair.slice(pair.indexOf("=") + 1),
      ];
      if (value === "" || /max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** A browser signed in as the merchant's owner. */
export async function signedIn(
  who: Pick<Merchant, "email" | "password">,
): Promise<DashboardVisitor> {
  const visitor = new DashboardVisitor();
  const { status, body } = await visitor.post("/session", {
    email: who.email,
    password: who.password,
  });
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  return visitor;
}
