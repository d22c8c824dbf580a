import type { Browser } from "playwright";
import type { View } from "./shots.ts";

export type Picture = { name: string; png: Buffer };

/** Width of one picture on a sheet, and pictures in a row. */
const TILES: Readonly<Record<number, { px: number; across: number }>> = {
  390: { px: 150, across: 14 },
  768: { px: 230, across: 10 },
  1440: { px: 340, across: 8 },
};
const LABEL_PX = 16;
const GAP_PX = 8;
const QUALITY = 0.62;

/** All pictures of a width and theme on one image, each with its name: WebP, a few hundred kilobytes. */
export async function contactSheet(
  browser: Browser,
  { width, theme }: View,
  pictures: readonly Picture[],
): Promise<Buffer> {
  const page = await browser.newPage();
  const { px, across } = TILES[width]!;
  const sources = pictures.map(({ name, png }) => ({ name, base64: png.toString("base64") }));
  const url = await page.evaluate(drawSheet, {
    ...{ sources, px, across, isDark: theme === "dark" },
    ...{ label: LABEL_PX, gap: GAP_PX, quality: QUALITY },
  });
  await page.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

type Drawing = {
  sources: readonly { name: string; base64: string }[];
  px: number;
  across: number;
  isDark: boolean;
  label: number;
  gap: number;
  quality: number;
};

/** Runs in the browser. */
async function drawSheet(drawing: Drawing): Promise<string> {
  const { sources, px, across, isDark, label, gap, quality } = drawing;
  const images = await Promise.all(
    sources.map(async ({ base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      return await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    }),
  );
  const [first] = images;
  const height = Math.round((px * first!.height) / first!.width);
  const canvas = document.createElement("canvas");
  canvas.width = gap + across * (px + gap);
  canvas.height = gap + Math.ceil(images.length / across) * (height + label + gap);
  const context = canvas.getContext("2d")!;
  context.fillStyle = isDark ? "#333" : "#ccc";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = "11px sans-serif";
  context.imageSmoothingQuality = "high";
  images.forEach((image, index) => {
    const x = gap + (index % across) * (px + gap);
    const y = gap + Math.floor(index / across) * (height + label + gap);
    context.fillStyle = isDark ? "#eee" : "#222";
    context.fillText(sources[index]!.name, x, y + label - 5, px);
    context.drawImage(image, x, y + label, px, height);
  });
  return canvas.toDataURL("image/webp", quality);
}
