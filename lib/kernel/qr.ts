/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction M, versions 1 to 20. Implemented here so that the
 * secret in a code reaches no third-party code or server.
 */

/** Error correction bytes per block, and blocks, of versions 1 to 20 at level M. */
// biome-ignore format: a table.
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const LEVEL_M = 0;
const QUIET = 4;

type Grid = { size: number; dark: boolean[][]; fixed: boolean[][] };

/** The code as an SVG sized in modules. Dark on light in every theme, since cameras expect that. */
export function qrSvg(text: string): string {
  const dark = qrModules(text);
  const full = dark.length + 2 * QUIET;
  const path = dark.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET},${y + QUIET}h1v1h-1z`] : [])),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full} ${full}" shape-rendering="crispEdges">` +
    `<rect width="${full}" height="${full}" fill="#fff"/><path d="${path.join("")}" fill="#000"/></svg>`
  );
}

/** The modules of the code by rows; true is dark. Throws when the text is too long. */
export function qrModules(text: string): boolean[][] {
  const data = Buffer.from(text, "utf8");
  const version = CORRECTION.findIndex((_, i) => capacity(i + 1) >= data.length) + 1;
  if (version === 0) throw new Error("the text is too long for a QR code");
  const bytes = interleaved(version, packed(version, data));
  let best: Grid | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask < MASKS.length; mask++) {
    const grid = drawn(version, bytes, mask);
    const score = penalty(grid.dark);
    if (score < least) [best, least] = [grid, score];
  }
  return best!.dark;
}

const sizeOf = (version: number) => 17 + 4 * version;
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

/** Bytes of data and error correction. */
function allBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const dataBytes = (version: number) =>
  allBytes(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
const capacity = (version: number) =>
  Math.floor((dataBytes(version) * 8 - 4 - lengthBits(version)) / 8);

/** Mode, length, text and padding as bytes. */
function packed(version: number, data: Buffer): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  put(0b0100, 4);
  put(data.length, lengthBits(version));
  for (const byte of data) put(byte, 8);
  const room = dataBytes(version) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const bytes: number[] = [];
  for (let i = 0; i < bits.length; i += 8) {
    bytes.push(Number.parseInt(bits.slice(i, i + 8).join(""), 2));
  }
  return bytes;
}

/** Interleaves the bytes of the data blocks, then those of their error correction. */
function interleaved(version: number, data: readonly number[]): number[] {
  const [count, length] = [BLOCKS[version - 1]!, CORRECTION[version - 1]!];
  const all = allBytes(version);
  const shorter = count - (all % count);
  const shortData = Math.floor(all / count) - length;
  const generator = generatorOf(length);
  const blocks: { data: readonly number[]; correction: number[] }[] = [];
  for (let i = 0, from = 0; i < count; i++) {
    const to = from + shortData + (i < shorter ? 0 : 1);
    const part = data.slice(from, to);
    blocks.push({ data: part, correction: remainder(part, generator) });
    from = to;
  }
  const out: number[] = [];
  for (let i = 0; i <= shortData; i++) {
    for (const block of blocks) if (i < block.data.length) out.push(block.data[i]!);
  }
  for (let i = 0; i < length; i++) for (const block of blocks) out.push(block.correction[i]!);
  return out;
}

/** Product in GF(256), the field of QR's Reed-Solomon codes. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product;
}

function generatorOf(degree: number): number[] {
  const generator = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      generator[j] = times(generator[j]!, root) ^ (generator[j + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return generator;
}

function remainder(data: readonly number[], generator: readonly number[]): number[] {
  const rest = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (const [i, one] of generator.entries()) rest[i]! ^= times(one, factor);
  }
  return rest;
}

const MASKS: ReadonlyArray<(x: number, y: number) => boolean> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(version: number, bytes: readonly number[], mask: number): Grid {
  const size = sizeOf(version);
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const grid: Grid = { size, dark: empty(), fixed: empty() };
  drawPatterns(grid, version);
  drawFormat(grid, mask);
  drawData(grid, bytes, MASKS[mask]!);
  return grid;
}

function fix({ size, dark, fixed }: Grid, x: number, y: number, isDark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  dark[y]![x] = isDark;
  fixed[y]![x] = true;
}

function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let i = 0; i < size; i++) {
    fix(grid, 6, i, i % 2 === 0);
    fix(grid, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(grid, x, y, 4, (distance) => distance !== 2 && distance !== 4);
  }
  const places = alignments(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const atFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!atFinder) square(grid, x, y, 2, (distance) => distance !== 1);
    }
  }
  if (version >= 7) drawVersion(grid, version);
}

function square(
  grid: Grid,
  x: number,
  y: number,
  reach: number,
  isDark: (distance: number) => boolean,
): void {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      fix(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let place = sizeOf(version) - 7; places.length < count; place -= step) {
    places.splice(1, 0, place);
  }
  return places;
}

function drawVersion(grid: Grid, version: number): void {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const isDark = ((bits >>> i) & 1) === 1;
    const [a, b] = [grid.size - 11 + (i % 3), Math.floor(i / 3)];
    fix(grid, a, b, isDark);
    fix(grid, b, a, isDark);
  }
}

function drawFormat(grid: Grid, mask: number): void {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number) => ((bits >>> i) & 1) === 1;
  const { size } = grid;
  for (let i = 0; i <= 5; i++) fix(grid, 8, i, bit(i));
  fix(grid, 8, 7, bit(6));
  fix(grid, 8, 8, bit(7));
  fix(grid, 7, 8, bit(8));
  for (let i = 9; i < 15; i++) fix(grid, 14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) fix(grid, size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) fix(grid, 8, size - 15 + i, bit(i));
  fix(grid, 8, size - 8, true);
}

/** Places bits in pairs of columns from the right, alternating upwards and downwards. */
function drawData(
  { size, dark, fixed }: Grid,
  bytes: readonly number[],
  inverts: (x: number, y: number) => boolean,
): void {
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue;
        const isDark = (((bytes[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1) === 1;
        dark[y]![x] = isDark !== inverts(x, y);
        i++;
      }
    }
  }
}

/** Penalty of a mask: runs, blocks, finder-like patterns and an uneven share of dark modules. */
function penalty(dark: readonly boolean[][]): number {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x]!));
  let score = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    score += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const one = dark[y]![x];
      if (one === dark[y]![x - 1] && one === dark[y - 1]![x] && one === dark[y - 1]![x - 1]) {
        score += 3;
      }
    }
  }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return score + 10 * Math.floor(Math.abs(share * 20 - 10));
}
