import assert from "node:assert/strict";
import { test } from "node:test";
import { DISPUTE_REASONS, EVIDENCE_FIELDS as STORED } from "#lib/kernel/vocabulary/disputes.ts";
import { EVIDENCE_FIELDS, fieldsFor, REASON_CHOICES, reasonLabel } from "./reasons.ts";

test("every dispute reason of the API has a label, and every text of evidence has a field", () => {
  const known = REASON_CHOICES.map(({ value }) => value);
  assert.deepEqual(known.toSorted(), [...DISPUTE_REASONS].sort());
  assert.deepEqual(EVIDENCE_FIELDS.map(({ name }) => name).sort(), [...STORED].sort());
});

test("a form has each evidence field once, and lists the strongest evidence for its reason first", () => {
  for (const reason of [...DISPUTE_REASONS, "one_of_next_year"]) {
    const { strong, others } = fieldsFor(reason);
    assert.deepEqual(
      strong.map(({ name }) => name),
      reasonLabel(reason).fields,
    );
    const all = [...strong, ...others].map(({ name }) => name);
    assert.deepEqual(all.toSorted(), EVIDENCE_FIELDS.map(({ name }) => name).sort());
  }
});
