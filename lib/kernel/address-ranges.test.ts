import assert from "node:assert/strict";
import { test } from "node:test";
import { isWithin, parseRange } from "./address-ranges.ts";

test("an address or range has one spelling", () => {
  const spellings: Array<[string, string]> = [
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9/32", "203.0.113.9"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["2001:db8::/32", "2001:db8::/32"],
    ["::/0", "::/0"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
  ];
  for (const [text, range] of spellings) assert.deepEqual(parseRange(text), { range }, text);
});

test("an invalid address or range is refused, and a range with extra bits gets the right one as a hint", () => {
  const faults = [
    ...["", "shop.example", "203.0.113", "203.0.113.256", "203.0.113.09", "10.0.0.0/33"],
    ...[
      "10.0.0.0/08",
      "10.0.0.0/-1",
      "10.0.0.0/",
      "2001:db8::/129",
      "2001:db8:::1",
      "fe80::1%eth0",
    ],
    ...["10.0.0.0/8/8", " 10.0.0.1", "[::1]", "10.0.0.1-10.0.0.9"],
  ];
  for (const text of faults) assert.ok("fault" in parseRange(text), text);
  assert.deepEqual(parseRange("10.1.2.3/8"), {
    fault: "has bits beyond its prefix; the range is 10.0.0.0/8",
  });
  assert.deepEqual(parseRange("2001:db8::1/32"), {
    fault: "has bits beyond its prefix; the range is 2001:db8::/32",
  });
});

test("a range contains its addresses, and v4-mapped v6 addresses match v4 ranges only", () => {
  const cases: Array<[string, string | null, boolean]> = [
    ["203.0.113.9", "203.0.113.9", true],
    ["203.0.113.9", "203.0.113.10", false],
    ["203.0.113.0/24", "203.0.113.255", true],
    ["203.0.113.0/24", "203.0.114.0", false],
    ["203.0.113.0/24", "::ffff:203.0.113.7", true],
    ["203.0.113.0/24", "::FFFF:CB00:7107", true],
    ["203.0.113.0/24", "::ffff:203.0.114.7", false],
    ["0.0.0.0/0", "198.51.100.1", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["2001:db8::1", "2001:0db8:0000::0001", true],
    ["::/0", "2001:db8::1", true],
    ["::/0", "203.0.113.9", false],
    ["::/0", "::ffff:203.0.113.9", false],
    ["0.0.0.0/0", null, false],
    ["0.0.0.0/0", "unknown", false],
  ];
  for (const [range, address, within] of cases) {
    assert.equal(isWithin([range], address), within, `${address} in ${range}`);
  }
  assert.equal(isWithin(["10.0.0.0/8", "2001:db8::/32"], "2001:db8::9"), true);
  assert.equal(isWithin([], "10.0.0.1"), false);
});
