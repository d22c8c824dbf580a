import { encode } from "uqr";

const QUIET_MODULES = 4;

/** A QR code (ISO/IEC 18004, error correction M) as an SVG, one unit per module. Dark on light in both themes, because cameras
 *  expect that. Throws when the text is longer than a code can hold. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_MODULES });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path.join("")}" fill="#000"/></svg>`
  );
}
