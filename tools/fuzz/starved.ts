import { readFileSync } from "node:fs";

const PRESSURE = "/proc/pressure/cpu";

/** The milliseconds since the start of this machine in which some process waited for a processor, as Linux counts them; 0 where the
 * system does not say. A call that is slow meanwhile says nothing of the service. */
export function starvedMs(): number {
  try {
    const [, us] = /^some .*total=(\d+)$/m.exec(readFileSync(PRESSURE, "utf8")) ?? [];
    return Number(us ?? 0) / 1_000;
  } catch {
    return 0;
  }
}
