const START = 0x9e3779b9 + 3_923_095;

const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** PostgreSQL's `hashtext` of a text without a locale (`collate "C"`): Jenkins' lookup3, as `hash_bytes` computes it. */
export function hashText(text: string): number {
  const bytes = Buffer.from(text);
  let a = (START + bytes.length) | 0;
  let [b, c] = [a, a];
  let at = 0;
  for (; bytes.length - at >= 12; at += 12) {
    a = (a + bytes.readInt32LE(at)) | 0;
    b = (b + bytes.readInt32LE(at + 4)) | 0;
    c = (c + bytes.readInt32LE(at + 8)) | 0;
    a = ((a - c) | 0) ^ rotated(c, 4);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ rotated(a, 6);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ rotated(b, 8);
    b = (b + a) | 0;
    a = ((a - c) | 0) ^ rotated(c, 16);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ rotated(a, 19);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ rotated(b, 4);
    b = (b + a) | 0;
  }
  // The lowest byte of c belongs to the length.
  const rest = (from: number, to: number, shift: number) => {
    let sum = 0;
    for (let i = from; i < to && at + i < bytes.length; i++) {
      sum += bytes[at + i]! << (8 * (i - from) + shift);
    }
    return sum;
  };
  a = (a + rest(0, 4, 0)) | 0;
  b = (b + rest(4, 8, 0)) | 0;
  c = (c + rest(8, 11, 8)) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  return ((c ^ b) - rotated(b, 24)) | 0;
}
