import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

/** A certificate for the loopback address, as files for the web process. */
export async function certificate(): Promise<{
  variables: { TLS_CERT: string; TLS_KEY: string };
  remove(): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-bench-tls-"));
  const pem = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
  const variables = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
  writeFileSync(variables.TLS_CERT, pem.cert);
  writeFileSync(variables.TLS_KEY, pem.private, { mode: 0o600 });
  return { variables, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
