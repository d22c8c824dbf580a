import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifySnippets } from "../../app/(dashboard)/[mode]/webhooks/verify-snippets.ts";
import {
  FORWARD,
  KEY,
  PAY,
  PAY_AGAIN,
  RECEIVE,
  RUN_PAY,
} from "../../app/docs/quick-start-snippets.ts";

type Sample = { name: string; about: string; files: ReadonlyMap<string, string> };
type Snippets = readonly { language: string; code: string }[];

const CHECKOUT = fileURLToPath(new URL("../../examples/checkout", import.meta.url));

/** Writes the samples that the command line copies: a folder each, and their list. They are the programs of the guides. */
export function writeSamples(folder: string): void {
  const samples = [checkout(), ...LANGUAGES.map(quickStart)];
  for (const { name, files } of samples) {
    for (const [path, text] of files) {
      const file = join(folder, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  const list = samples.map(({ name, about, files }) => ({ name, about, files: [...files.keys()] }));
  writeFileSync(join(folder, "samples.json"), `${JSON.stringify(list, null, 2)}\n`);
}

function checkout(): Sample {
  const sources = globSync("*", { cwd: CHECKOUT }).sort();
  const files = new Map(
    sources.map((name) => [basename(name), readFileSync(join(CHECKOUT, name), "utf8")]),
  );
  files.set(
    "README.md",
    `# A shop that takes cards

Node without dependencies: hosted fields, 3-D Secure, bank methods, declines and lost connections. The guide is {origin}/docs/hosted-fields.

\`\`\`sh
export PAYDESK_URL={origin}
export PAYDESK_SECRET_KEY=sk_test_…
export PAYDESK_PUBLISHABLE_KEY=pk_test_…
node server.mjs
\`\`\`

The shop is at http://localhost:4242. Both keys are on {origin}/test/keys.
`,
  );
  return { name: "checkout", about: "A shop in Node with hosted card fields", files };
}

const LANGUAGES = [
  { language: "Node", extension: "mjs" },
  { language: "Python", extension: "py" },
  { language: "PHP", extension: "php" },
] as const;

/** The two programs of the quick start in one language. */
function quickStart({ language, extension }: (typeof LANGUAGES)[number]): Sample {
  const of = (snippets: Snippets) =>
    (snippets.find((each) => each.language === language) ?? snippets[0]!).code.trimEnd();
  const shell = (...commands: string[]) => `\`\`\`sh\n${commands.join("\n")}\n\`\`\``;
  const receiver = verifySnippets({ id: "`listen`" });
  const readme = `# A payment and a verified webhook in ${language}

The programs of {origin}/docs/quick-start.

1. Pay with a test card:

${shell(of(KEY), of(RUN_PAY))}

2. In a second terminal, forward the events of your account. The command prints \`Signing secret: whsec_…\`:

${shell(of(FORWARD))}

3. In a third terminal, start the receiver with that secret:

${shell(of(RECEIVE))}

4. Pay again. The receiver prints the event:

${shell(of(PAY_AGAIN))}
`;
  return {
    name: `quick-start-${language.toLowerCase()}`,
    about: `A payment and a verified webhook in ${language}`,
    files: new Map([
      [`pay.${extension}`, `${of(PAY)}\n`],
      [`receiver.${extension}`, `${of(receiver)}\n`],
      ["README.md", readme],
    ]),
  };
}
