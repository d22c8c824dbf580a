import { deflateSync } from "node:zlib";

/** Small valid files of each accepted type, unlike each other by `text`. */

export function pdfFile(text = "Delivery note"): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF\n`);
}

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Nothing here reads the checksum.
  return Buffer.concat([length, Buffer.from(name, "latin1"), data, Buffer.alloc(4)]);
};

export function pngFile(text = "Delivery note"): Buffer {
  const header = Buffer.from("0000000100000001080000000000", "hex").subarray(0, 13);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1")),
    chunk("IDAT", deflateSync(Buffer.from([0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export function jpegFile(text = "Delivery note"): Buffer {
  const comment = Buffer.from(text, "latin1");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([
    Buffer.from("ffd8fffe", "hex"),
    length,
    comment,
    Buffer.from("ffda0008010100003f00", "hex"),
    Buffer.from("1234ffd9", "hex"),
  ]);
}
