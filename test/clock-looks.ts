import type { Till } from "./money.ts";

/** Returns when the process that moves the sandbox clock has looked `times` for what is due. */
export async function clockLooks({ rows }: Till, times: number): Promise<void> {
  // Each look renews the clock's lease.
  const leases = new Set<string>();
  while (leases.size < times) {
    const [clock] = await rows<{ lease: string | null }>(
      "select leased_until::text as lease from sandbox_clocks where account_id = $1",
    );
    if (clock?.lease) leases.add(clock.lease);
  }
}
