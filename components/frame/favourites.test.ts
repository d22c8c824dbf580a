import assert from "node:assert/strict";
import { test } from "node:test";
import { favouriteOf, favouritePlaces } from "./favourites.ts";

const MAY = ["use_shell", "use_sandbox"];

test("a screen is a favourite of both modes, an object of its own mode", () => {
  const of = (pathname: string) => favouriteOf(pathname, "test", MAY);
  assert.deepEqual(of("/test/payments"), { mode: null, path: "payments", label: "Payments" });
  assert.deepEqual(of("/test/webhooks/deliveries"), {
    ...{ mode: null, path: "webhooks/deliveries", label: "Deliveries" },
  });
  assert.deepEqual(of("/test/payments/pay_01kp0c5n7v3m8q2w4x6y9z1b5d"), {
    ...{ mode: "test", path: "payments/pay_01kp0c5n7v3m8q2w4x6y9z1b5d", label: "pay_01kp0…1b5d" },
  });
  for (const path of ["/test", "/test/nowhere", "/test/payouts/new", "/test/settings/audit-log"]) {
    assert.equal(of(path), null, path);
  }
});

test("favourites of the other mode, and of places that a person cannot open, are not shown", () => {
  const favourites = [
    { mode: null, path: "shell", label: "Shell" },
    { mode: "live" as const, path: "payments?status=failed", label: "Failed" },
    { mode: null, path: "checkout", label: "Checkout" },
    { mode: null, path: "disputes", label: "Disputes" },
  ];
  const shown = (mode: "test" | "live", may: string[]) =>
    favouritePlaces(favourites, mode, may).map(({ places }) => places.map(({ label }) => label));
  assert.deepEqual(shown("test", MAY), [["Shell", "Checkout", "Disputes"]]);
  assert.deepEqual(shown("live", MAY), [["Shell", "Failed", "Disputes"]]);
  assert.deepEqual(shown("test", []), [["Disputes"]]);
  assert.deepEqual(favouritePlaces([], "test", MAY), []);
});
