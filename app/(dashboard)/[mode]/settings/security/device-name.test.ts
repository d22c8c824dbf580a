import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceName } from "./device-name.ts";

test("a device is named by its browser and system, or by the first word of its user agent", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  for (const [client, name] of [
    [chrome, "Chrome on Linux"],
    [`${chrome} Edg/140.0`, "Edge on Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iOS",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
      "Firefox on Windows",
    ],
    ["curl/8.5.0", "curl"],
    [null, "Unknown device"],
  ] as const) {
    assert.equal(deviceName(client), name);
  }
});
