import { Hono } from "hono";
import { z } from "zod";
import { listKeys } from "#lib/domain/keys/index.ts";
import { findUserName } from "#lib/domain/members/index.ts";
import {
  browseDownloads,
  cancelDownload,
  type Download,
  fileNameOf,
  openDownload,
  prepareDownload,
} from "#lib/domain/reports/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { csvHeaders, reprDigest } from "#lib/kernel/file-response.ts";
import { readPageParam } from "../list-params.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { readReportQuery } from "../report-query.ts";
import type { DashboardEnv } from "../types.ts";
import { type DownloadListView, downloadView } from "../views/downloads.ts";

export const downloadRoutes = new Hono<DashboardEnv>();

const wish = z.record(z.string().max(40), z.string().max(2_000));

downloadRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { rows, ...slice } = await browseDownloads(ctx, readPageParam(c));
  const names = await namesOf(ctx, rows);
  return c.json<DownloadListView>({
    ...slice,
    downloads: rows.map((row) => downloadView(row, names.get(row.requestedBy) ?? null)),
  });
});

/** Asks for a file to be made while its person does something else. */
downloadRoutes.post("/", requireRole("download_reports"), async (c) => {
  const wishes = await readBody(c, wish);
  const query = readReportQuery((name) => wishes[name], c.get("membership").timezone);
  const download = await prepareDownload(c.get("ctx"), query);
  return c.json({ downloadId: download.id }, 201);
});

downloadRoutes.post("/:id/cancel", requireRole("download_reports"), async (c) => {
  const { status } = await cancelDownload(c.get("ctx"), c.req.param("id"));
  return c.json({ status });
});

downloadRoutes.get("/:id/file", requireRole("download_reports"), async (c) => {
  const { download, pieces } = await openDownload(c.get("ctx"), c.req.param("id"));
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );
  return c.body(body, 200, {
    ...csvHeaders(fileNameOf(download)),
    "Content-Length": String(download.byteCount),
    "Service-Row-Count": String(download.rowCount),
    "Repr-Digest": reprDigest(download.sha256 ?? ""),
  });
});

/** Whose downloads these are: members by their names, keys by theirs. */
async function namesOf(ctx: Context, rows: readonly Download[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.requestedBy))];
  const people = ids.filter((id) => !id.startsWith("key_"));
  const [keys, names] = await Promise.all([
    ids.length > people.length ? listKeys(ctx) : [],
    Promise.all(people.map(async (id) => [id, await findUserName(id)] as const)),
  ]);
  return new Map([
    ...keys.map(({ id, name }) => [id as string, name] as const),
    ...names.flatMap(([id, name]) => (name ? [[id, name] as const] : [])),
  ]);
}
