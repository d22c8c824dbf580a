import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { signedIn } from "#test/dashboard.ts";
import { memberAs } from "#test/members.ts";
import { createMerchant } from "#test/merchant.ts";

const FAILED = { list: "payments", name: "Failed", query: "status=failed&created=7d" };

type View = { id: string; kind: string; name: string; query: string };
type Visitor = Awaited<ReturnType<typeof signedIn>>;

const viewsOf = async (visitor: Visitor, list = "payments"): Promise<View[]> =>
  (await visitor.get(`/test/list-views?list=${list}`)).body.views;
const names = (views: View[], kind: string) =>
  views.filter((view) => view.kind === kind).map(({ name }) => name);

test("a member's views are the member's own, of one mode; the team's are everybody's", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const colleague = await memberAs(merchant, "support");
  const stranger = await signedIn(await createMerchant());
  const own = (await owner.post("/test/list-views", FAILED)).body;
  const team = (await owner.post("/test/team-views", { ...FAILED, name: " All of us " })).body;
  assert.deepEqual(names(await viewsOf(owner), "own"), ["Failed"]);
  assert.deepEqual(names(await viewsOf(colleague), "own"), []);
  assert.deepEqual(names(await viewsOf(colleague), "team"), ["All of us"]);
  assert.deepEqual(names(await viewsOf(stranger), "team"), []);
  assert.deepEqual((await owner.get("/live/list-views?list=payments")).body.views.length, 1);
  assert.deepEqual(names(await viewsOf(owner, "refunds"), "own"), []);
  const change = { list: "payments", name: "Mine" };
  for (const [visitor, path, status] of [
    [colleague, `/test/list-views/${own.id}`, 404],
    [colleague, `/test/list-views/${team.id}`, 404],
    [colleague, `/test/team-views/${team.id}`, 403],
    [owner, `/test/list-views/${team.id}`, 404],
    [owner, `/live/list-views/${own.id}`, 404],
    [stranger, `/test/list-views/${own.id}`, 404],
    [stranger, `/test/team-views/${team.id}`, 404],
    [owner, `/test/list-views/${own.id}`, 200],
    [owner, `/test/team-views/${team.id}`, 200],
  ] as const) {
    assert.equal((await visitor.post(path, change)).status, status, path);
    const gone = status === 200 ? 404 : status;
    if (status !== 200) assert.equal((await visitor.post(`${path}/delete`)).status, gone, path);
  }
  assert.equal((await colleague.post("/test/team-views", FAILED)).status, 403);
  assert.deepEqual(names(await viewsOf(owner), "own"), ["Mine"]);
  await owner.post(`/test/list-views/${own.id}/delete`);
  assert.deepEqual(names(await viewsOf(owner), "own"), []);
});

test("a view that is not valid is refused, and the parameter named", async () => {
  const owner = await signedIn(await createMerchant());
  const cases: [object, string][] = [
    [{ ...FAILED, list: "secrets" }, "list"],
    [{ ...FAILED, name: "  " }, "name"],
    [{ ...FAILED, name: "x".repeat(41) }, "name"],
    [{ ...FAILED, query: "status=gone" }, "query"],
    [{ ...FAILED, query: `q=${"x".repeat(2_000)}` }, "query"],
  ];
  for (const [body, param] of cases) {
    const refused = await owner.post("/test/list-views", body);
    assert.equal(refused.status, 400, param);
    assert.equal(refused.body.error.param, param);
  }
  const { body: view } = await owner.post("/test/list-views", FAILED);
  const changed = await owner.post(`/test/list-views/${view.id}`, {
    list: "payments",
    query: "status=gone",
  });
  assert.equal(changed.body.error.param, "query");
});

test("a member has at most 30 views of a list, and puts them in any order", async () => {
  const owner = await signedIn(await createMerchant());
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    ids.push((await owner.post("/test/list-views", { ...FAILED, name: `View ${n}` })).body.id);
  }
  const over = await owner.post("/test/list-views", FAILED);
  assert.equal(over.body.error.param, "list");
  assert.equal(
    (await owner.post("/test/list-views", { ...FAILED, list: "refunds", query: "" })).status,
    201,
  );
  const wanted = ids.toReversed();
  const ordered = await owner.post("/test/list-views/order", { list: "payments", ids: wanted });
  assert.equal(ordered.status, 200);
  const own = (await viewsOf(owner)).filter(({ kind }) => kind === "own");
  assert.deepEqual(
    own.map(({ id }) => id),
    wanted,
  );
  for (const some of [wanted.slice(1), [...wanted.slice(1), wanted[1]]]) {
    const refused = await owner.post("/test/list-views/order", { list: "payments", ids: some });
    assert.equal(refused.body.error.param, "ids");
  }
});

test("each role has default views until the member hides them", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const developer = await memberAs(merchant, "developer");
  const colleague = await memberAs(merchant, "developer");
  const shown = async (visitor: Visitor) => names(await viewsOf(visitor, "logs"), "default");
  const [errors, refused] = ["Server errors", "Refused, 24 hours"];
  assert.deepEqual(await shown(developer), [errors, refused]);
  assert.deepEqual(await shown(owner), []);
  const hide = (hidden: boolean) =>
    developer.post("/test/list-views/hidden", { key: "logs.server_errors", hidden });
  await hide(true);
  await hide(true);
  assert.deepEqual(await shown(developer), [refused]);
  assert.deepEqual(await shown(colleague), [errors, refused]);
  await hide(false);
  assert.deepEqual(await shown(developer), [errors, refused]);
  const unknown = await developer.post("/test/list-views/hidden", { key: "x", hidden: true });
  assert.equal(unknown.body.error.param, "key");
});

test("every default view is a valid filter of its list", async () => {
  const merchant = await createMerchant();
  for (const role of ["support", "finance", "developer"] as const) {
    const visitor = await memberAs(merchant, role);
    for (const list of ["payments", "disputes", "payouts", "deliveries", "logs"]) {
      for (const { query, name } of await viewsOf(visitor, list)) {
        const counted = `/test/list-views/counts?${new URLSearchParams({ list, of: query })}`;
        assert.deepEqual(
          (await visitor.get(counted)).body.counts,
          [{ total: 0, orMore: false }],
          name,
        );
      }
    }
  }
});

test("a member's views and layouts are deleted when the member leaves, the team's are kept", async () => {
  const merchant = await createMerchant();
  const [owner, colleague] = [await signedIn(merchant), await memberAs(merchant, "developer")];
  const { body: me } = await colleague.get("/session");
  await colleague.post("/test/list-views", FAILED);
  await owner.post("/test/team-views", { ...FAILED, name: "All of us" });
  const layout = { list: "payout-batches", columns: null, widths: { created: 200 } };
  assert.ok((await colleague.post("/list-layouts", layout)).status < 300);
  const hiding = { key: "logs.server_errors", hidden: true };
  assert.equal((await colleague.post("/test/list-views/hidden", hiding)).status, 200);
  const left = await owner.post(`/team/members/${me.person.id}/remove`);
  assert.equal(left.status, 200, JSON.stringify(left.body));
  const { rows } = await getPool().query(
    `select (select count(*)::int from list_views where account_id = $1 and owner_id = $2) as views,
       (select count(*)::int from list_layouts where account_id = $1 and user_id = $2) as layouts,
       (select count(*)::int from hidden_list_views where account_id = $1 and user_id = $2) as hidden`,
    [merchant.account.id, me.person.id],
  );
  assert.deepEqual(rows, [{ views: 0, layouts: 0, hidden: 0 }]);
  assert.deepEqual(names(await viewsOf(owner), "team"), ["All of us"]);
});

test("a name stands once among the views of an owner and list", async () => {
  const owner = await signedIn(await createMerchant());
  const { body: view } = await owner.post("/test/list-views", FAILED);
  const same = await owner.post("/test/list-views", { ...FAILED, name: " failed " });
  assert.deepEqual([same.status, same.body.error.param], [400, "name"]);
  assert.equal((await owner.post("/test/team-views", FAILED)).status, 201);
  const { body: other } = await owner.post("/test/list-views", { ...FAILED, name: "Other" });
  const renamed = await owner.post(`/test/list-views/${other.id}`, {
    list: "payments",
    name: "Failed",
  });
  assert.deepEqual([renamed.status, renamed.body.error.param], [400, "name"]);
  const kept = { list: "payments", name: "FAILED" };
  assert.equal((await owner.post(`/test/list-views/${view.id}`, kept)).status, 200);
});
