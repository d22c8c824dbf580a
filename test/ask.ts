import http from "node:http";
import https from "node:https";

export type Params = {
  method?: string;
  headers?: Readonly<Record<string, string | readonly string[]>>;
  body?: object;
};
export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };

/** Sends one request to a local port on its own connection. With TLS, any certificate is accepted. The path is
 *  sent unchanged. */
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
