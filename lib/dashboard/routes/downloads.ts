import { z } from "zod";
import {
  browseDownloads,
  cancelDownload,
  fileNameOf,
  openDownload,
  prepareDownload,
} from "#lib/domain/reports/index.ts";
import { csvHeaders, reprDigest } from "#lib/kernel/file-response.ts";
import { readPageParam } from "../list-params.ts";
import { downloadList, withNames } from "../lists/downloads.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { readReportQuery } from "../report-query.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { downloadView } from "../views/downloads.ts";

export const downloadRoutes = routesAt("/:mode/downloads");

const paramsBody = z.record(z.string().max(40), z.string().max(2_000));

downloadRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { rows, ...slice } = await browseDownloads(ctx, readPageParam(c));
  const downloads = (await withNames(ctx, rows)).map(downloadView);
  return reply(c, { ...slice, downloads });
});

addExport(downloadRoutes, downloadList);

/** Asks for a file to be made while its person does something else. */
downloadRoutes.post("/", requireRole("download_reports"), async (c) => {
  const params = await readBody(c, paramsBody);
  const query = readReportQuery((name) => params[name], c.get("membership").timezone);
  const download = await prepareDownload(c.get("ctx"), query);
  return reply(c, { downloadId: download.id }, 201);
});

downloadRoutes.post("/:id/cancel", requireRole("download_reports"), async (c) => {
  const { status } = await cancelDownload(c.get("ctx"), c.req.param("id"));
  return reply(c, { status });
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
