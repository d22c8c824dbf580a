import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts";

/** Ends something. */
type End = () => Promise<unknown>;

/** Folders, embedded servers and connections of a test file. They end after its tests. */
export function ownServers() {
  const ends: End[] = [];
  const endLater = (end: End) => ends.push(() => end().catch(() => {}));
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  return {
    endLater,
    newFolder: (): string => {
      const folder = mkdtempSync(join(tmpdir(), "paydesk-own-"));
      endLater(async () => rmSync(folder, { recursive: true, force: true }));
      return folder;
    },
    start: async (dataDir: string): Promise<EmbeddedServer> => {
      const server = await startEmbedded({ dataDir, throwaway: true });
      endLater(() => server.stop());
      return server;
    },
    open: async (url: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => {});
      await client.connect();
      endLater(() => client.end());
      return client;
    },
  };
}
