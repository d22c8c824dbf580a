import { closeDb } from "#db/client.ts";
import { ServiceClient } from "#db/service-client.ts";
import { openTill } from "#test/money.ts";

const { prototype } = ServiceClient as any;
const q = prototype.query;
const seen: any[] = [];
prototype.query = function (this: any, ...a: any[]) {
  const text = typeof a[0] === "object" ? (a[0].name ?? a[0].text) : a[0];
  const t0 = performance.now();
  const r = q.apply(this, a);
  if (r?.then)
    r.then(
      () => seen.push([text, performance.now() - t0]),
      (e: any) => {
        seen.push([
          text,
          performance.now() - t0,
          e.message + " " + (e.detail ?? "") + (e.hint ?? ""),
        ]);
      },
    );
  return r;
};
const till = await openTill();
const show = async (what: string, work: () => Promise<any>) => {
  seen.length = 0;
  const t0 = performance.now();
  let r: any;
  try {
    r = await work();
  } catch (e) {
    console.log(what, "THREW", String(e).slice(0, 300));
  }
  console.log(
    "##",
    what,
    r?.status,
    r?.body?.error ? JSON.stringify(r.body.error) : "",
    Math.round(performance.now() - t0),
    "ms",
  );
  for (const [text, ms, e] of seen)
    if (e || process.argv.includes("-v"))
      console.log(
        "    ",
        ms.toFixed(1),
        String(text).replace(/\s+/g, " ").slice(0, 120),
        e ? `ERR ${e}` : "",
      );
  return r;
};
const p = await show("charge", () => till.charge({}));
const p2 = await show("charge", () => till.charge({}));
const a = await show("auth", () => till.charge({ capture: "manual" }));
if (a?.body?.id)
  await show("capture", () => till.call("POST", `/v1/payments/${a.body.id}/capture`, {}));
if (p?.body?.id) await show("refund", () => till.refund({ payment: p.body.id, amount: 100 }));
if (p?.body?.id) await show("read", () => till.call("GET", `/v1/payments/${p.body.id}`));
await show("list", () => till.call("GET", `/v1/payments`));
await show("endpoint", () =>
  till.call("POST", `/v1/webhook_endpoints`, { url: "https://example.com/x", events: ["*"] }),
);
await show("charge", () => till.charge({}));
await show("20 charges", async () => {
  const r = await Promise.all(Array.from({ length: 20 }, () => till.charge({})));
  return { status: r.map((x) => x.status).join() };
});
await closeDb();
process.exit(0);
