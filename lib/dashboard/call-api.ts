/** How the dashboard reaches the public API in process: the same pipeline, key, limits and log as from outside,
 *  without a socket. */
type Api = (request: Request) => Response | Promise<Response>;

let api: Api | undefined;

/** Called once by the server, which knows both. */
export function installApi(given: Api): void {
  api = given;
}

export async function callApi(request: Request): Promise<Response> {
  if (!api) throw new Error("no API was installed");
  return await api(request);
}
