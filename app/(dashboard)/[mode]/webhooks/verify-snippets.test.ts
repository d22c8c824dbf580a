import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { generate } from "selfsigned";
import { freePort } from "#db/embedded/ports.ts";
import { signatureHeader } from "#lib/domain/webhooks/dispatch/signature.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { lacks } from "#test/samples.ts";
import { RECEIVER_SCRIPT, verifySnippets } from "./verify-snippets.ts";

const SECRET = "whsec_of_the_sample_tests";
const BODY =
  '{"id":"evt_1","type":"payment.succeeded","data":{"id":"pay_1","status":"succeeded — Zoë"}}';

/** A program, its file, and further arguments. */
type Command = readonly [program: string, file: string, ...options: string[]];
const COMMANDS: Readonly<Record<"Node" | "Python" | "PHP", Command>> = {
  Node: [process.execPath, "verify.mjs"],
  Python: ["python3", "verify.py"],
  PHP: ["php", "verify.php", "-S", "localhost:{port}"],
};

/** A receiver that is busy with another client would let a delivery time out. */
const PATIENCE_MS = 5_000;

type Scheme = "http" | "https";

function post(scheme: Scheme, port: number, body: string, signature: string): Promise<number> {
  const send = scheme === "http" ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: "localhost",
        port,
        method: "POST",
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { "service-signature": signature, "content-length": Buffer.byteLength(body) },
        ...(scheme === "https" ? { rejectUnauthorized: false } : {}),
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function listening(scheme: Scheme, port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const up = await post(scheme, port, "{}", "").catch(() => null);
    if (up !== null) return;
    await sleep(50);
  }
  throw new Error("the sample does not listen");
}

/** A client that has sent a part of its request. */
async function begin(scheme: Scheme, port: number): Promise<Socket> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made: Socket =
      scheme === "http"
        ? connectTcp(port, "localhost", () => resolve(made))
        : connectTls({ port, host: "localhost", rejectUnauthorized: false }, () => resolve(made));
    made.on("error", reject);
  });
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc");
  return socket;
}

/** Runs a sample as a merchant would, and checks it against the rules for signatures. */
async function holdToRules(scheme: Scheme, command: Command, code: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "paydesk-sample-"));
  const port = await freePort();
  let child: ChildProcess | undefined;
  try {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
    writeFileSync(join(dir, "key.pem"), key);
    writeFileSync(join(dir, "cert.pem"), cert);
    const [program, file, ...options] = command;
    writeFileSync(join(dir, file), code);
    child = spawn(program, [...options.map((one) => one.replace("{port}", String(port))), file], {
      cwd: dir,
      env: childEnv({
        NODE_OPTIONS: undefined,
        NODE_TEST_CONTEXT: undefined,
        PAYDESK_WEBHOOK_SECRET: SECRET,
        PORT: String(port),
      }),
      stdio: "ignore",
    });
    await listening(scheme, port);
    const [hanging, broken] = await Promise.all([begin(scheme, port), begin(scheme, port)]);
    await sleep(100);
    broken.destroy();
    await sleep(100);
    const signed = (secrets: string[], atMs: number) => signatureHeader(BODY, secrets, atMs);
    const fresh = signed([SECRET], nowMs());
    const cases: Array<[why: string, body: string, signature: string, status: number]> = [
      ["fresh", BODY, fresh, 200],
      ["second of a rotation", BODY, signed(["whsec_new", SECRET], nowMs()), 200],
      ["nearly too old", BODY, signed([SECRET], nowMs() - 290_000), 200],
      ["too old", BODY, signed([SECRET], nowMs() - 310_000), 400],
      ["too new", BODY, signed([SECRET], nowMs() + 310_000), 400],
      ["another secret", BODY, signed(["whsec_other"], nowMs()), 400],
      ["changed body", BODY.replace("pay_1", "pay_2"), fresh, 400],
      ["re-encoded body", JSON.stringify(JSON.parse(BODY), null, 1), fresh, 400],
      ["no signature", BODY, "", 400],
      ["no time", BODY, fresh.replace(/^t=\d+/, "t="), 400],
      ["short digest", BODY, fresh.slice(0, -2), 400],
      ["no digest", BODY, fresh.split(",")[0]!, 400],
    ];
    for (const [why, body, signature, status] of cases) {
      assert.equal(await post(scheme, port, body, signature), status, why);
    }
    hanging.destroy();
  } finally {
    child?.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}

for (const language of ["Node", "Python", "PHP"] as const) {
  test(`the ${language} sample accepts our signature and rejects all others`, {
    skip: lacks(language),
  }, async () => {
    const samples = verifySnippets({ id: "we_1", secretHint: "abcd" });
    const { code } = samples.find((sample) => sample.language === language)!;
    await holdToRules("http", COMMANDS[language], code);
  });
}

test("the local receiver does the same over HTTPS", async () => {
  await holdToRules("https", COMMANDS.Node, RECEIVER_SCRIPT);
});

test("samples name the endpoint and the end of its secret in every language", () => {
  for (const { code } of verifySnippets({ id: "we_sample", secretHint: "wxyz" })) {
    assert.match(code, /we_sample: it ends in wxyz/);
    assert.ok(!code.includes("whsec_"));
  }
});
