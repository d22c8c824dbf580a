import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#lib/kernel/errors.ts";
import { jpegFile, pdfFile, pngFile } from "#test/evidence-files.ts";
import { checkFile, nameOfType } from "./check-file.ts";

const refusalOf = (bytes: Buffer): string | null => {
  try {
    checkFile(bytes);
    return null;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.param === "file");
    return error.message;
  }
};

test("a file has the type of its content", () => {
  assert.equal(checkFile(pdfFile()), "application/pdf");
  assert.equal(checkFile(pngFile()), "image/png");
  assert.equal(checkFile(jpegFile()), "image/jpeg");
  for (const text of [
    "<html><script>",
    "PK\u0003\u0004",
    "MZ\u0090",
    "GIF89a;",
    " %PDF-1.4\n%%EOF",
    "<svg>",
  ]) {
    assert.match(refusalOf(Buffer.from(text)) ?? "", /PDF, PNG or JPEG/, text);
  }
});

test("a file that is also something else, damaged or too large is refused", () => {
  const zip = Buffer.concat([Buffer.from("504b0506", "hex"), Buffer.alloc(18)]);
  const withTail = (bytes: Buffer, tail: Buffer | string) =>
    Buffer.concat([bytes, Buffer.from(tail as string)]);
  const bad = [
    withTail(pngFile(), zip),
    withTail(pngFile(), "<script>alert(1)</script>"),
    withTail(jpegFile(), "<?php"),
    withTail(pdfFile(), zip),
    pngFile().subarray(0, 40),
    jpegFile().subarray(0, 9),
    Buffer.from("ffd8ff", "hex"),
    Buffer.from("89504e470d0a1a0a", "hex"),
    Buffer.from("%PDF-1.7\nno end"),
  ];
  for (const [index, bytes] of bad.entries()) {
    assert.match(refusalOf(bytes) ?? "", /damaged/, String(index));
  }
  assert.match(refusalOf(pdfFile("/JavaScript (app.alert(1))")) ?? "", /scripts/);
  assert.match(refusalOf(Buffer.alloc(0)) ?? "", /empty/);
  const large = withTail(pdfFile(), `${" ".repeat(4_000_000)}%%EOF`);
  assert.match(refusalOf(large) ?? "", /at most 4 MB/);
});

test("a name gets the ending of the content's type", () => {
  assert.equal(nameOfType("note.PDF", "application/pdf"), "note.PDF");
  assert.equal(nameOfType("photo.jpeg", "image/jpeg"), "photo.jpeg");
  assert.equal(nameOfType("invoice.exe", "application/pdf"), "invoice.exe.pdf");
});
