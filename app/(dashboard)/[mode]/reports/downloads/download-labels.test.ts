import assert from "node:assert/strict";
import { test } from "node:test";
import { filterLabel, rangeLabel, reportLabel, sizeLabel } from "./download-labels.ts";

const plain = {
  type: "settlement" as const,
  layout: "decimal" as const,
  settled: "paid" as const,
  filters: [],
};

test("a download is named by its content", () => {
  assert.equal(reportLabel({ ...plain, groupBy: [] }), "Settlement");
  assert.equal(reportLabel({ ...plain, layout: "adyen", groupBy: [] }), "Settlement, Adyen layout");
  assert.equal(
    reportLabel({ ...plain, settled: "unsettled", groupBy: [] }),
    "Settlement, not settled yet",
  );
  assert.equal(
    reportLabel({ ...plain, layout: "native", settled: "failed", groupBy: [] }),
    "Settlement, returned by the bank, minor units",
  );
  const named = [{ name: "settlement", values: ["stl_1"] }];
  assert.equal(
    reportLabel({ ...plain, settled: "all", filters: named, groupBy: [] }),
    "Settlement",
  );
  assert.equal(
    reportLabel({ ...plain, type: "declines", groupBy: ["issuer_country", "currency"] }),
    "Declines by issuer country, currency",
  );
});

test("range and filters are shown as requested, the size with its unit", () => {
  assert.equal(
    rangeLabel({ from: null, to: "2026-05-01T00:00:00" }),
    "from the beginning to 1 May 2026",
  );
  assert.equal(
    rangeLabel({ from: "2026-04-01T14:30:00+02:00", to: "2026-05-01T08:15:07.123Z" }),
    "1 Apr 2026, 14:30 to 1 May 2026, 08:15",
  );
  assert.equal(rangeLabel({ from: null, to: "9999-12-31T00:00:00Z" }), "whole");
  const filters = [
    { name: "scheme", values: ["visa"] },
    { name: "decline_code", values: ["do_not_honor", "expired_card"] },
  ];
  assert.equal(filterLabel({ filters }), "scheme visa, decline code do_not_honor or expired_card");
  assert.deepEqual([412, 96_400, 12_400_000, 250_000_000].map(sizeLabel), [
    "412 bytes",
    "96 KB",
    "12.4 MB",
    "250 MB",
  ]);
});
