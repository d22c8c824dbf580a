import http from "node:http";
import https from "node:https";

export type Params = { method?: string; headers?: Readonly<Record<string, string>>; body?: object };
export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };

/** One request to a port of this machine, on a connection of its own; over TLS any certificate will do. The path is
 *  sent as it is. */
export function ask(
  { port, secure = false }: { port: number; secure?: boolean },
  path: string,
  { method = "GET", headers, body }: Params = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = body && { "content-type": "application/json" };
    const to = { host: "127.0.0.1", port, path, agent: false, rejectUnauthorized: false };
    const options = { ...to, method, headers: { ...type, ...headers } };
    const request = (secure ? https : http).request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on("error", reject);
    request.end(body && JSON.stringify(body));
  });
}
