import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { transact } from "#db/transact.ts";
import { stopWatching } from "#lib/domain/live/index.ts";
import { addMemberIn, mayDo, type Permission, permissionsOf } from "#lib/domain/members/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import {
  addressOf,
  INTERNAL_ROUTES,
  openWorld,
  type RouteCase,
  type World,
} from "#test/internal-routes/index.ts";
import { useLiveRail } from "#test/live-rail.ts";
import { createMerchant } from "#test/merchant.ts";
import { isConfirmation, permissionOf } from "./middleware/require.ts";

/** The permissions per role, repeated here so that one edit cannot change them. */
const MATRIX: Readonly<Record<Role, readonly Permission[]>> = {
  owner: EVERYTHING(),
  admin: EVERYTHING(),
  developer: [
    "manage_keys",
    "manage_versions",
    "manage_webhooks",
    "use_sandbox",
    "use_shell",
    "download_reports",
    "annotate",
  ],
  finance: [
    "manage_disputes",
    "pay_out",
    "reconcile_bank",
    "download_reports",
    "close_months",
    "annotate",
  ],
  support: [
    "manage_payments",
    "use_sandbox",
    "refund",
    "manage_disputes",
    "manage_mandates",
    "download_reports",
    "annotate",
  ],
  read_only: [],
};

function EVERYTHING(): readonly Permission[] {
  return permissionsOf("owner");
}

const ROLES = Object.keys(MATRIX) as Role[];

/** Writes that need no permission, because they change nothing of the account. */
const OPEN_WRITES: Readonly<Record<string, string>> = {
  "POST /session": "signs somebody in",
  "DELETE /session": "signs whoever asks out",
  "POST /session/second-factor": "goes on signing in",
  "POST /session/seen": "says that a person is at their own screen",
  "POST /session/passkey/options": "asks for a passkey",
  "POST /session/passkey": "signs somebody in",
  "POST /security/passkeys/options": "is of one's own sign-in",
  "POST /security/passkeys": "is of one's own sign-in",
  "POST /security/passkeys/:id/remove": "is of one's own sign-in",
  "POST /:mode/list-views": "is a view of one's own",
  "POST /:mode/list-views/order": "is of one's own views",
  "POST /:mode/list-views/hidden": "is of one's own tabs",
  "POST /:mode/list-views/:id": "is a view of one's own",
  "POST /:mode/list-views/:id/delete": "is a view of one's own",
  "POST /:mode/alerts/read": "marks one's own alerts",
  "POST /:mode/alerts/preferences": "is of one's own e-mails",
  "POST /:mode/alert-rules/try": "tries a rule and saves nothing",
  "POST /session/view-as": "takes permissions from oneself",
  "POST /session/account": "looks at another of one's own accounts",
  "POST /list-layouts": "keeps one's own columns of a list",
  "POST /favourites": "keeps one's own favourites",
  "POST /tour": "is of one's own tour",
  "POST /sign-up": "a stranger asks for an account",
  "POST /sign-up/confirm": "whoever has the link and the password gets the account",
  "POST /recovery": "whoever cannot sign in asks for a link",
  "POST /recovery/password": "whoever has the link sets a new password",
  "POST /cli/pairings": "a command line asks for a key",
  "POST /cli/pairings/poll": "whoever has the secret learns what became of its pairing",
  "POST /invitation": "reads what is in a link",
  "POST /invitation/accept": "is for whoever holds the link",
  "POST /security/confirm": "says who is at the keyboard",
  "POST /security/sessions/:id/end": "ends one's own session",
  "POST /security/sessions/end-others": "ends one's own sessions",
  "POST /security/password": "is of one's own sign-in",
  "POST /security/second-factor": "is of one's own sign-in",
  "POST /security/second-factor/enable": "is of one's own sign-in",
  "POST /security/second-factor/disable": "is of one's own sign-in",
  "POST /security/recovery-codes": "is of one's own sign-in",
  "POST /:mode/subscriptions/:id/preview": "computes what a change would cost",
};

/** Routes that need a recent confirmation; those with a mode only in live mode. */
const GRAVE: readonly string[] = [
  "POST /:mode/bulk-refunds",
  "POST /:mode/keys",
  "POST /:mode/keys/:id/addresses",
  "POST /:mode/keys/:id/adopt",
  "POST /:mode/keys/:id/narrow",
  "POST /:mode/keys/:id/rotate",
  "POST /:mode/payout-batches",
  "POST /:mode/payout-batches/:id/approve",
  "POST /:mode/payout-limits",
  "POST /:mode/payout-limits/changes/:id/confirm",
  "POST /:mode/payouts",
  "POST /:mode/payouts/:id/approve",
  "POST /security/passkeys",
  "POST /security/passkeys/:id/remove",
  "POST /security/passkeys/options",
  "POST /security/recovery-codes",
  "POST /security/second-factor",
  "POST /security/second-factor/disable",
  "POST /security/second-factor/enable",
  "POST /security/sessions/:id/end",
  "POST /security/sessions/end-others",
  "POST /team/invitations",
  "POST /team/invitations/:id/link",
  "POST /team/invitations/:id/resend",
  "POST /team/members/:id/remove",
  "POST /team/members/:id/role",
  "POST /team/refund-limits",
  "POST /team/second-factor",
  "POST /team/session-ends",
];

let world: World;
before(async () => {
  world = await openWorld();
});
after(async () => {
  await Promise.all([world.receiver.stop(), stopWatching()]);
});

/** Every registered route with the permission that it requires. */
function routesOfTheApp(): Map<string, Permission | undefined> {
  const steps = dashboardApp.routes.map(({ method, path, handler }) => ({
    method,
    path: path.replace("/internal", ""),
    permission: permissionOf(handler),
  }));
  const found = new Map<string, Permission | undefined>();
  for (const { method, path, permission } of steps.filter((step) => step.method !== "ALL")) {
    const name = `${method} ${path}`;
    const above = steps.find(
      (step) =>
        step.method === "ALL" && step.permission && path.startsWith(step.path.replace(/\/\*$/, "")),
    );
    found.set(name, permission ?? found.get(name) ?? above?.permission);
  }
  return found;
}

/** A signed-in member of the world's account. */
async function memberAs(role: Role): Promise<DashboardVisitor> {
  const person = await createMerchant();
  const { id: accountId } = world.merchant.account;
  await transact((tx) => addMemberIn(tx, { accountId, userId: person.userId, role }));
  const visitor = await signedIn(person);
  assert.equal((await visitor.post("/session/account", { account: accountId })).status, 200);
  return visitor;
}

const routes = [...INTERNAL_ROUTES];
const isWrite = (route: string) => !route.startsWith("GET");

test("every route is in the table of permissions and requires exactly that one", () => {
  const declared = routesOfTheApp();
  assert.deepEqual([...declared.keys()].sort(), [...INTERNAL_ROUTES.keys()].sort());
  for (const [route, { may }] of routes) {
    const wanted = may === "members" || may === "anyone" ? undefined : may;
    assert.equal(declared.get(route), wanted, route);
  }
});

test("every route that changes something requires a permission", () => {
  const open = [...routesOfTheApp()].filter(
    ([route, permission]) => isWrite(route) && permission === undefined,
  );
  assert.deepEqual(open.map(([route]) => route).sort(), Object.keys(OPEN_WRITES).sort());
});

test("grave routes require a recent confirmation", () => {
  const grave = dashboardApp.routes.filter(({ handler }) => isConfirmation(handler));
  const names = grave.map(({ method, path }) => `${method} ${path.replace("/internal", "")}`);
  assert.deepEqual(names.sort(), GRAVE);
});

test("each role has its permissions and no others", () => {
  for (const role of ROLES) {
    assert.deepEqual(permissionsOf(role).sort(), [...MATRIX[role]].sort(), role);
  }
});

for (const role of ROLES) {
  test(`${role}: every route allows or refuses as the table of permissions says`, async () => {
    const visitor = await memberAs(role);
    for (const [route, { may }] of routes) {
      // Signing out would end the loop.
      if (route === "DELETE /session") continue;
      const [method, path] = addressOf(route);
      const { status, body } = await visitor.send(method, path, isWrite(route) ? {} : undefined);
      const mayPass = may === "members" || may === "anyone" || mayDo(role, may);
      const refusal = body?.error?.code === "role_insufficient";
      assert.equal(refusal, !mayPass, `${route}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      assert.equal(status === 403, !mayPass, route);
      assert.ok(status < 500, `${route}: ${status}`);
    }
  });
}

test("without a session only the routes of the sign-in work", async () => {
  const stranger = new DashboardVisitor();
  for (const [route, { may }] of routes.filter(([, { may }]) => may !== "anyone")) {
    const [method, path] = addressOf(route);
    const { status, body } = await stranger.send(method, path, isWrite(route) ? {} : undefined);
    assert.deepEqual([status, body.error.code], [401, "session_missing"], `${route} (${may})`);
  }
});

/** Reads and changes of one object; the owner of another account tries each first. */
const aboutObjects = routes.filter(
  (entry): entry is [string, RouteCase & { valid: NonNullable<RouteCase["valid"]> }] =>
    entry[0].includes("/:id"),
);

test("an object of another account or of the other mode is 404 in every route, one's own is found", async () => {
  const stranger = await signedIn(await createMerchant());
  const rail = useLiveRail();
  const found: string[] = [];
  for (const [route, { valid }] of aboutObjects) {
    const request = await valid(world);
    const [method, path] = addressOf(route, request);
    const refused = await stranger.send(method, path, request.body);
    assert.deepEqual(
      [refused.status, refused.body?.error?.code],
      [404, "resource_missing"],
      `${route}: ${JSON.stringify(refused.body).slice(0, 300)}`,
    );
    if (path.startsWith("/test/")) {
      const elsewhere = path.replace("/test/", "/live/");
      const other = await world.owner.send(method, elsewhere, request.body);
      if (other.status !== 404) found.push(`${route}: ${other.status} ${other.body?.error?.code}`);
    }
    const own = await world.owner.send(method, path, request.body);
    assert.ok(own.status < 300, `${route}: ${JSON.stringify(own.body).slice(0, 300)}`);
  }
  rail.putBack();
  // Live mode refuses a test card before it looks for the object.
  const refusedFirst = ["POST /:mode/subscriptions/:id/method: 400 parameter_invalid"];
  assert.deepEqual(found, refusedFirst, "found in live mode");
});
