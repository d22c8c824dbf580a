// Runs Next in its own process for `npm run dev`: `node dev-screens.ts PORT`. It survives restarts of the web
// process, which forwards requests for screens to it.

import { createServer } from "node:http";
import { Agent, fetch as send } from "undici";
import { env } from "#lib/kernel/env.ts";
import { manageLifecycle } from "#lib/server/lifecycle.ts";
import { prepareScreens } from "#lib/server/screens.ts";

const port = Number(process.argv[2]);
const HOST = "127.0.0.1";
const screens = await prepareScreens({ dev: true, hostname: env.host, port: env.port });

// Server components read over HTTP here, because the dashboard's API is in the web process. Its certificate may be
// self-signed.
const web = new URL(`${env.tls ? "https" : "http"}://${env.host}:${env.port}`);
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
type Init = Parameters<typeof send>[1];
globalThis.__paydeskInternalFetch = async (path, init) => {
  const answer = await send(new URL(path, web), { ...(init as Init), dispatcher });
  return answer as unknown as Response;
};

const handle = screens.getRequestHandler();
const server = createServer((request, response) => handle(request, response));
server.on("upgrade", screens.getUpgradeHandler());
const lifecycle = manageLifecycle(async () => {
  server.closeAllConnections();
  await screens.close();
});
server.listen(port, HOST, () => lifecycle.ready());
