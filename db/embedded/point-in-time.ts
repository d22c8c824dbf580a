import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedServer, startEmbedded, TARGET_NOT_REACHED } from "../embedded.ts";
import { readSegment, type Segment, segmentName, segmentsIn } from "./archive.ts";
import { copyDurably, writeDurably } from "./files.ts";

const SETTINGS = "postgresql.auto.conf";
/** The settings before the recovery, which come back after it. */
const KEPT = `${SETTINGS}.before`;
const MARK = "recovery.signal";
/** A line of the settings: the archive ends before the moment. */
const ENDS_EARLY = "# the log ends earlier";
const POLL_MS = 200;

/**
 * Prepares a restored cluster, before it is in its place, to replay the log of `archive` until a moment. Throws before any
 * change if the archive has a gap on the way there.
 */
export function prepareRecovery(args: {
  /** The cluster as the backup has it. */
  cluster: string;
  archive: string;
  until: Date;
}): void {
  const { cluster, archive, until } = args;
  const needed = segmentsUntil(args);
  for (const { name } of needed) copyDurably(join(archive, name), join(cluster, "pg_wal", name));
  const covered = (needed.at(-1)?.endedMs ?? 0) >= until.getTime();
  copyDurably(join(cluster, SETTINGS), join(cluster, KEPT));
  appendFileSync(
    join(cluster, SETTINGS),
    [
      "",
      covered ? "" : ENDS_EARLY,
      // Everything that there is was copied already.
      "restore_command = 'exit 1'",
      `recovery_target_time = '${sqlTime(until)}'`,
      "recovery_target_action = 'promote'",
      "recovery_target_timeline = 'current'",
      "",
    ].join("\n"),
    { flush: true },
  );
  writeDurably(join(cluster, MARK), "");
}

/** As the server reads it before it knows the names of time zones. */
const sqlTime = (moment: Date) => moment.toISOString().replace("T", " ").replace("Z", "+00");

/** The segments after the backup's own, up to the first that was ended after `until`, or all. */
function segmentsUntil({ cluster, archive, until }: Parameters<typeof prepareRecovery>[0]) {
  const start = firstSegment(cluster);
  const needed: Segment[] = [];
  let next = start.number;
  for (const segment of segmentsIn(archive, start.timeline)) {
    if (segment.number < next) continue;
    // The backup holds the segments of its own time.
    while (
      segment.number > next &&
      existsSync(join(cluster, "pg_wal", segmentName(start.timeline, next)))
    )
      next++;
    if (segment.number > next) throw gap(segmentName(start.timeline, next), needed.at(-1));
    needed.push(segment);
    next = segment.number + 1;
    if (segment.endedMs >= until.getTime()) break;
  }
  return needed;
}

function gap(missing: string, last: Segment | undefined): Error {
  const reach = last
    ? `It reaches until about ${new Date(last.endedMs).toISOString()}: restore until then.`
    : "It reaches no further than the backup.";
  return new Error(`The archive has a gap: ${missing} is missing. ${reach}`);
}

function firstSegment(cluster: string) {
  const label = readFileSync(join(cluster, "backup_label"), "utf8");
  const segment = readSegment(/^START WAL LOCATION: .*\(file (\w{24})\)/m.exec(label)?.[1] ?? "");
  if (!segment) throw new Error("The backup does not say from where its log begins.");
  return segment;
}

/** Whether a data folder waits for its recovery or is in the middle of it. */
export const isRecovering = (dataDir: string): boolean =>
  existsSync(join(dataDir, "postgres", KEPT));

/**
 * Replays the log of a prepared cluster and leaves the server running, as of the moment. `reached` is false if the log ends
 * before it: then everything that the log holds is there. Continues after a crash. Throws as `startEmbedded`.
 */
export async function recover(
  dataDir: string,
  options: { throwaway?: boolean } = {},
): Promise<{ server: EmbeddedServer; reached: boolean }> {
  const start = async () => {
    const server = await startEmbedded({ dataDir, ...options });
    await untilPromoted(server.url);
    return server;
  };
  const cluster = join(dataDir, "postgres");
  const reached = !readFileSync(join(cluster, SETTINGS), "utf8").includes(ENDS_EARLY);
  // Without a later transaction PostgreSQL does not know that the moment is reached: it stops at the end of the log instead.
  const server = await start().catch(async (error: Error) => {
    if (!TARGET_NOT_REACHED.test(error.message)) throw error;
    dropTarget(cluster);
    return await start();
  });
  renameSync(join(cluster, KEPT), join(cluster, SETTINGS));
  rmSync(join(cluster, MARK), { force: true });
  return { server, reached };
}

function dropTarget(cluster: string): void {
  const text = readFileSync(join(cluster, SETTINGS), "utf8");
  writeDurably(
    join(cluster, SETTINGS),
    text.replace(/^recovery_target_(time|action) = .*\n/gm, ""),
  );
}

async function untilPromoted(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "paydesk restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query("select pg_is_in_recovery() as waits");
      if (!rows[0].waits) return;
      await sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}
