import type { LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

const PATH = process.platform === "win32" ? "C:/Windows/System32/drivers/etc/hosts" : "/etc/hosts";

/** Addresses of a name that DNS does not know and this machine's hosts file does. Asking the system
 *  instead would ask the name servers once more, and block a thread while they do not answer. */
export async function addressesInHostsFile(
  hostname: string,
  path: string = PATH,
): Promise<LookupAddress[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  const wanted = hostname.toLowerCase().replace(/\.$/, "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const family = isIP(address);
    const isIt = names.some((name) => name.toLowerCase() === wanted);
    return family !== 0 && isIt ? [{ address, family }] : [];
  });
}
