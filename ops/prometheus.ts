import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { freePort } from "#db/embedded/ports.ts";
import { ask } from "#test/ask.ts";
import { hurriedRules } from "./rules.ts";
import { follow, isOpen, type Program, until } from "./support.ts";

type Answer<T> = { status: string; data: T; error?: string };
export type Series = { metric: Record<string, string>; value: [number, string] };
type Alert = { labels: Record<string, string>; state: string };

export type Prometheus = Program & {
  /** The series that an expression finds now. Throws the server's error. */
  query(expr: string): Promise<Series[]>;
  /** The alerts that fire now, by name. */
  firing(): Promise<Set<string>>;
};

/** Starts Debian's Prometheus with the rules of `ops/prometheus`, hurried. It scrapes the ports of each job every three seconds;
 * jobs in `secure` over TLS. */
export async function startPrometheus(
  jobs: Readonly<Record<string, readonly number[]>>,
  secure: readonly string[] = [],
): Promise<Prometheus> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "paydesk-prometheus-"));
  const config = {
    global: { evaluation_interval: "500ms" },
    rule_files: [join(folder, "alerts.yml")],
    scrape_configs: Object.entries(jobs).map(([name, ports]) => ({
      job_name: name,
      // A scrape takes up to 2.5 s while the database does not answer.
      scrape_interval: "3s",
      scrape_timeout: "3s",
      ...(secure.includes(name)
        ? { scheme: "https", tls_config: { insecure_skip_verify: true } }
        : {}),
      static_configs: [{ targets: ports.map((each) => `127.0.0.1:${each}`) }],
    })),
  };
  writeFileSync(join(folder, "alerts.yml"), stringify(hurriedRules()));
  writeFileSync(join(folder, "prometheus.yml"), stringify(config));
  const args = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=warn",
  ];
  const child = spawn("prometheus", args, { stdio: ["ignore", "pipe", "pipe"] });
  const program = follow(child, port, () => rmSync(folder, { recursive: true, force: true }));
  await until("prometheus on its port", async () => {
    if (program.missing()) throw new Error("prometheus is missing: bash ops/install");
    if (!(await isOpen(port))) return false;
    return (await ask({ port }, "/-/ready")).status === 200;
  });
  const get = async <T>(path: string): Promise<T> => {
    const { body } = await ask({ port }, path);
    const answer = JSON.parse(body) as Answer<T>;
    if (answer.status !== "success") throw new Error(answer.error ?? body);
    return answer.data;
  };
  return {
    ...program,
    query: async (expr) => {
      const path = `/api/v1/query?query=${encodeURIComponent(expr)}`;
      return (await get<{ result: Series[] }>(path)).result;
    },
    firing: async () => {
      const { alerts } = await get<{ alerts: Alert[] }>("/api/v1/alerts");
      const loud = alerts.filter(({ state }) => state === "firing");
      return new Set(loud.map(({ labels }) => labels.alertname ?? ""));
    },
  };
}
