import { invalid } from "#lib/kernel/errors.ts";
import { type FileType, MAX_FILE_BYTES } from "#lib/kernel/vocabulary/disputes.ts";

/** The endings of names by type; the first is added to a name that has none of them. */
const ENDINGS: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
};

/**
 * The type of a file by its content, whatever its name. Throws `parameter_invalid` (`file`) for other types, for files
 * over 4 MB, for damaged ones, and for those that are also something else: data before or after the picture, a ZIP
 * archive at the end, or a PDF that runs scripts or programs.
 */
export function checkFile(bytes: Buffer): FileType {
  if (bytes.length === 0) throw refused("The file is empty.");
  if (bytes.length > MAX_FILE_BYTES) throw refused("A file can have at most 4 MB.");
  const type = typeOf(bytes);
  if (type === null) throw refused("Send a PDF, PNG or JPEG file.");
  const fault = FAULTS[type](bytes) ?? archiveFault(bytes);
  if (fault !== null) throw refused(fault);
  return type;
}

/** The name with an ending of its type: a PDF named `invoice.exe` becomes `invoice.exe.pdf`. */
export function nameOfType(name: string, type: FileType): string {
  const [usual] = ENDINGS[type];
  const lower = name.toLowerCase();
  return ENDINGS[type].some((ending) => lower.endsWith(ending)) ? name : `${name}${usual}`;
}

const refused = (message: string) => invalid("file", message);

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG = Buffer.from("ffd8ff", "hex");
const PDF = /^%PDF-\d\.\d/;

function typeOf(bytes: Buffer): FileType | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return "image/png";
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  return PDF.test(bytes.toString("latin1", 0, 8)) ? "application/pdf" : null;
}

const FAULTS: Readonly<Record<FileType, (bytes: Buffer) => string | null>> = {
  "application/pdf": pdfFault,
  "image/jpeg": jpegFault,
  "image/png": pngFault,
};

const DAMAGED = "The file is damaged, or has other data in it.";

/** Readers look for `%%EOF` in the last 1,024 bytes. */
const PDF_TAIL = 1_024;
const ACTIVE = ["/JavaScript", "/Launch"];

function pdfFault(bytes: Buffer): string | null {
  if (bytes.subarray(-PDF_TAIL).lastIndexOf("%%EOF") < 0) return DAMAGED;
  if (ACTIVE.some((name) => bytes.includes(name))) {
    return "The PDF has scripts or starts programs. Print it to a new PDF.";
  }
  return null;
}

/** Walks the chunks: `IHDR` is first, `IEND` is last, and nothing follows it. */
function pngFault(bytes: Buffer): string | null {
  let at = PNG.length;
  let isFirst = true;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (isFirst && (name !== "IHDR" || length !== 13)) return DAMAGED;
    isFirst = false;
    at += 12 + length;
    if (name === "IEND") return length === 0 && at === bytes.length ? null : DAMAGED;
  }
  return DAMAGED;
}

/** Markers without a length of their own: `SOI`, `TEM` and `RST0` to `RST7`. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const SCAN = 0xda;

/** Walks the segments up to the picture's data, which the end marker closes; nothing follows it. */
function jpegFault(bytes: Buffer): string | null {
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return DAMAGED;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return DAMAGED;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (marker === SCAN) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return DAMAGED;
}

const ZIP_END = Buffer.from("504b0506", "hex");
/** The end record of an archive and its longest comment. */
const ZIP_TAIL = 22 + 65_535;

function archiveFault(bytes: Buffer): string | null {
  return bytes.subarray(-ZIP_TAIL).includes(ZIP_END) ? DAMAGED : null;
}
