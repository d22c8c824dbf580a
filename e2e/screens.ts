import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { env } from "#lib/kernel/env.ts";
import { contactSheet, type Picture } from "./screens/sheet.ts";
import { DOCS, everyScreen, type Shot, type Theme, type View } from "./screens/shots.ts";
import { chromiumFlags, findChromium } from "./support/chromium.ts";
import { waitForRest } from "./support/rest.ts";

answerHelp(`Usage: npm run -s screens -- [--sheets] [--width PX] [--theme light|dark] [--only TEXT] [FOLDER]

Takes screenshots of a service that runs with the demo merchant (npm start).

  without arguments  those of docs/screens
  --sheets           contact sheets of every screen at the width of a phone, a tablet and a desktop, in both themes:
                     docs/screens/sheet-WIDTH-THEME.webp
  FOLDER             every screen into FOLDER, one file each; with --sheets the contact sheets as well
  --width, --theme   only this width or theme
  --only             only screens whose name contains TEXT`);

const FOLDER = join("docs", "screens");
const WIDTHS = [390, 768, 1440];
const THEMES: readonly Theme[] = ["light", "dark"];
/** Pages that load concurrently. */
const PAGES = 2;

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

const openContext = (browser: Browser, { width, theme }: View, storageState?: Session) =>
  browser.newContext({
    ...(storageState && { storageState }),
    baseURL: env.publicUrl,
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    ignoreHTTPSErrors: true,
  });

/** One session for all pictures, so that few sign-ins are among them. */
async function signIn(browser: Browser): Promise<Session> {
  const context = await openContext(browser, { width: 1440, theme: "light" });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(DEMO.email);
  await page.getByLabel("Password").fill(DEMO.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/test\//);
  const session = await context.storageState();
  await context.close();
  return session;
}

/** Runs in the page: no placeholder is left in what is photographed. */
const isComplete = () =>
  [...document.querySelectorAll(".animate-pulse, main [aria-busy=true]")].every(
    (place) => place.getBoundingClientRect().top > innerHeight,
  ) && !document.querySelector("header > span[class*='w-8']:empty");

async function take(page: Page, shot: Shot): Promise<Picture> {
  await shot.open(page).catch((error: Error) => {
    process.stdout.write(`${shot.name} could not be opened: ${error.message}\n`);
  });
  // Screens with live updates never become idle.
  await waitForRest(page, 5_000).catch(() => {});
  await page.waitForFunction(isComplete, undefined, { timeout: 5_000 }).catch(() => {});
  return { name: shot.name, png: await page.screenshot() };
}

/** The pictures of these screens, in their order. */
async function takeAll(
  { browser, session }: { browser: Browser; session: Session },
  view: View,
  shots: readonly Shot[],
  done: (picture: Picture) => void,
): Promise<Picture[]> {
  const inside = await openContext(browser, view, session);
  const outside = await openContext(browser, view);
  const pictures: Picture[] = [];
  const waiting = shots.map((shot, index) => ({ shot, index }));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { shot, index } = next;
      const page = await (shot.public ? outside : inside).newPage();
      const picture = await take(page, shot);
      await page.close();
      pictures[index] = picture;
      done(picture);
    }
  };
  await Promise.all(Array.from({ length: PAGES }, work));
  await inside.close();
  await outside.close();
  return pictures;
}

function write(folder: string, file: string, content: Buffer): void {
  const path = join(folder, file);
  writeFileSync(path, content);
  process.stdout.write(`${path}\n`);
}

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  options: { sheets: { type: "boolean" }, width: text, theme: text, only: text },
  allowPositionals: true,
});
const [folder, ...rest] = positionals;
if (rest.length > 0) throw new UsageError("Name one FOLDER.");
if (values.width !== undefined && !WIDTHS.map(String).includes(values.width)) {
  throw new UsageError(`--width must be ${WIDTHS.join(", ")}.`);
}
if (values.theme !== undefined && !THEMES.some((theme) => theme === values.theme)) {
  throw new UsageError(`--theme must be ${THEMES.join(" or ")}.`);
}
await fetch(env.publicUrl).catch(({ cause }: { cause?: { code?: string } }) => {
  if (cause?.code !== "ECONNREFUSED") return;
  throw new UsageError(`Nothing answers at ${env.publicUrl}: start the service first.`);
});
const isWanted = ({ name }: Shot) => name.includes(values.only ?? "");
mkdirSync(folder ?? FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumFlags(),
});
const from = { browser, session: await signIn(browser) };
if (folder === undefined && !values.sheets) {
  for (const shot of DOCS.filter(isWanted)) {
    await takeAll(from, shot, [shot], ({ name, png }) => write(FOLDER, `${name}.png`, png));
  }
} else {
  for (const width of WIDTHS.filter((px) => String(px) === (values.width ?? String(px)))) {
    for (const theme of THEMES.filter((one) => one === (values.theme ?? one))) {
      const view = `${width}-${theme}`;
      const pictures = await takeAll(
        from,
        { width, theme },
        everyScreen().filter(isWanted),
        (picture) => {
          if (folder) write(folder, `${picture.name}-${view}.png`, picture.png);
        },
      );
      if (!values.sheets) continue;
      const sheet = await contactSheet(browser, { width, theme }, pictures);
      write(folder ?? FOLDER, `sheet-${view}.webp`, sheet);
    }
  }
}
await browser.close();
