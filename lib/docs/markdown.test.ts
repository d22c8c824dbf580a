import assert from "node:assert/strict";
import { test } from "node:test";
import { findElement, parse } from "./html.ts";
import { markdownOf } from "./markdown.ts";
import { entriesOf } from "./sections.ts";

const PAGE = `<!DOCTYPE html><html><head><script>alert("<main>")</script></head><body><main>
<h1 class="x">Refunds &amp; more</h1><p>Give <code>amount</code>, or <a href="/docs/keys">all</a>.</p>
<!-- a comment --><section><h2 id="part">A part</h2>
<dl aria-label="Statuses"><div><dt>pending</dt><dd>Waits.</dd></div><div id="lost_card"><dt><p>lost_card</p><p>402 · card_error</p></dt><dd><p>A title</p><p>Lost &#x27;card&#x27;.</p></dd></div></dl>
<ul><li data-field="amount"><p><span class="font-mono">amount</span><span>integer</span></p><p>Minor units</p></li></ul>
<figure data-code="true"><figcaption><span>A call</span><button>curl</button></figcaption><div data-sample="curl"><section><pre><code>curl x \\
  -d a=1</code></pre></section></div><div data-sample="Node" hidden=""><pre><code>fetch(&quot;x&quot;)</code></pre></div></figure>
<ol><li>First</li><li>Second</li></ol>
<table><thead><tr><th>Name</th><th>Limit</th></tr></thead><tbody><tr><th>Reads</th><td>50</td></tr></tbody></table>
<details data-older="true"><summary>Old</summary><p>gone</p></details>
<svg><path d="M0 0"/></svg><br/></section></main></body></html>`;

const main = findElement(parse(PAGE), ({ tag }) => tag === "main");
assert.ok(main);

test("a rendered page becomes Markdown: text, links, lists, tables, and code in every language", () => {
  assert.equal(
    markdownOf(main),
    `# Refunds & more

Give \`amount\`, or [all](/docs/keys).

## A part

- **pending**: Waits.
- **lost_card 402 · card_error**: A title. Lost 'card'.

- \`amount\` integer
  Minor units

**A call**

\`\`\`sh
curl x \\
  -d a=1
\`\`\`

\`\`\`node
fetch("x")
\`\`\`

1. First
2. Second

| Name | Limit |
| --- | --- |
| Reads | 50 |
`,
  );
});

test("the index has the page, its sections, the rows of its tables and its parameters", () => {
  const entries = entriesOf(main, { href: "/docs/refunds", title: "Refunds & more" });
  const found = entries.map(({ href, title, page }) => `${title} (${page}) ${href}`);
  assert.deepEqual(found, [
    "Refunds & more (Refunds & more) /docs/refunds",
    "A part (Refunds & more) /docs/refunds#part",
    "pending (Refunds & more › A part) /docs/refunds#part",
    "lost_card (Refunds & more › A part) /docs/refunds#lost_card",
    "amount (Refunds & more › A part) /docs/refunds#part",
  ]);
  assert.match(entries[0]?.text ?? "", /^Give amount, or all\.$/);
  assert.equal(entries[3]?.text, "A title Lost 'card'.");
});
