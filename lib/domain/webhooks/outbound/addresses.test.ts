import assert from "node:assert/strict";
import { test } from "node:test";
import { isForbiddenAddress } from "./addresses.ts";

const PRIVATE = ["127.0.0.1", "127.9.9.9", "10.1.2.3", "172.31.0.1", "192.168.1.1", "100.64.0.1"];
const PRIVATE_6 = ["::1", "fd12::1", "::ffff:127.0.0.1", "::ffff:a01:203"];
const NEVER = [
  "0.0.0.0",
  "169.254.169.254",
  "168.63.129.16",
  "100.100.100.200",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::7f00:1",
  "::ffff:169.254.169.254",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a9fe:a9fe",
  "2002:7f00:1::",
  "2001:0:53aa:64c::1",
  "fe80::1",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
  "fd00:c1::a9fe:a9fe",
  "ff02::1",
  "::ffff:0:7f00:1",
  "::ffff:0:169.254.169.254",
  "3fff:fff::1",
  "5f00::1",
  "2001:2::1",
  "2001:20::1",
  "100:0:0:1::1",
  "1fff::1",
  "4000::1",
  "fec0::1",
];
const PUBLIC = [
  "93.184.216.34",
  "1.1.1.1",
  "2606:4700:4700::1111",
  "::ffff:1.1.1.1",
  "2001:4860::1",
  "3ffe::1",
];

test("private addresses are allowed only with allowPrivate", () => {
  for (const address of [...PRIVATE, ...PRIVATE_6]) {
    assert.equal(isForbiddenAddress(address, { allowPrivate: false }), true, address);
    assert.equal(isForbiddenAddress(address, { allowPrivate: true }), false, address);
  }
});

test("metadata, reserved and embedded addresses are forbidden in every spelling", () => {
  for (const address of NEVER) {
    assert.equal(isForbiddenAddress(address, { allowPrivate: false }), true, address);
    assert.equal(isForbiddenAddress(address, { allowPrivate: true }), true, address);
  }
});

test("public addresses are allowed", () => {
  for (const address of PUBLIC) {
    assert.equal(isForbiddenAddress(address, { allowPrivate: false }), false, address);
  }
});
