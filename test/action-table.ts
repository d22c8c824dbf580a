import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ActionView } from "#lib/dashboard/views/actions.ts";
import { mayDo, type Permission } from "#lib/domain/members/index.ts";
import { ROLES, type Role } from "#lib/kernel/vocabulary/roles.ts";
import type { DashboardVisitor } from "./dashboard.ts";
import { memberAs } from "./members.ts";
import type { Merchant } from "./merchant.ts";

/** A signed-in member of each role. */
export async function memberOfEachRole(
  merchant: Pick<Merchant, "account">,
): Promise<Map<Role, DashboardVisitor>> {
  const visitors = new Map<Role, DashboardVisitor>();
  for (const role of ROLES) visitors.set(role, await memberAs(merchant, role));
  return visitors;
}

/** How an object of a noun comes into each state, and the routes of its actions. */
export type Table = {
  path: string;
  permissions: Readonly<Record<string, Permission>>;
  /** The path after the object's, and the body; or a whole path, of another object. */
  press: Readonly<
    Record<string, [path: string | ((id: string) => Promise<string>), body?: object]>
  >;
  states: Readonly<Record<string, () => Promise<string>>>;
  statusOf?: (body: { status: string }) => string;
};

/**
 * In every state and for every role: the route refuses what the view refuses, with 403 for the role and 400, 404 or 409
 * for the state, and accepts what the view allows, on a new object each time.
 * Returns the actions that the owner may take, by state.
 */
export async function checkTable(
  visitors: ReadonlyMap<Role, DashboardVisitor>,
  table: Table,
): Promise<Record<string, string[]>> {
  const allowedIn: Record<string, string[]> = {};
  for (const [state, make] of Object.entries(table.states)) {
    const id = await make();
    const actions = Object.keys(table.press);
    const seen = new Map<Role, Record<string, ActionView>>();
    for (const [role, visitor] of visitors) {
      const { body } = await visitor.get(`${table.path}/${id}`);
      assert.deepEqual(Object.keys(body.allowedActions).sort(), [...actions].sort());
      seen.set(role, body.allowedActions);
    }
    const owners = seen.get("owner")!;
    allowedIn[state] = actions.filter((action) => owners[action]!.allowed);
    for (const action of actions) await checkAction(table, { visitors, state, id, action, seen });
  }
  return allowedIn;
}

type Case = {
  visitors: ReadonlyMap<Role, DashboardVisitor>;
  state: string;
  id: string;
  action: string;
  seen: ReadonlyMap<Role, Record<string, ActionView>>;
};

async function checkAction(
  table: Table,
  { visitors, state, id, action, seen }: Case,
): Promise<void> {
  const [suffix, body = {}] = table.press[action]!;
  const press = async (visitor: DashboardVisitor, subject: string) =>
    await visitor.post(
      typeof suffix === "string" ? `${table.path}/${subject}${suffix}` : await suffix(subject),
      { ...body, ...attemptOf(table, body) },
    );
  for (const [role, visitor] of visitors) {
    const { allowed, reason } = seen.get(role)![action]!;
    const what = `${action} of ${table.path}/${state} by ${role}`;
    if (allowed) {
      assert.ok(mayDo(role, table.permissions[action]!), what);
      const answer = await press(visitor, await table.states[state]!());
      assert.ok(answer.status < 300, `${what}: ${JSON.stringify(answer.body)}`);
      continue;
    }
    assert.match(reason, /^[A-Z].*\.$/s, what);
    assert.doesNotMatch(reason, /[a-z]_[a-z]/, `${what}: names a value of the API`);
    const { status, body: refused } = await press(visitor, id);
    const expected = mayDo(role, table.permissions[action]!) ? [400, 403, 404, 409] : [403];
    assert.ok(expected.includes(status), `${what}: ${status} ${JSON.stringify(refused)}`);
    if (status === 403) assert.equal(refused.error.message, reason, what);
  }
}

const attemptOf = ({ path }: Table, body: object) =>
  /deliveries|endpoints|keys|replays/.test(path) || "attempt" in body
    ? {}
    : { attempt: randomUUID() };
