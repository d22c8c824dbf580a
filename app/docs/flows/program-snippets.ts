import { type Flow, isRef, pathParts, refsOf, type Step, type Writer, written } from "./flow.ts";
import { goHead, nodeHead, phpHead, pythonHead, rubyHead } from "./head-snippets.ts";

const double = (text: string) => JSON.stringify(text);
const single = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const isIndex = (part: string) => /^\d+$/.test(part);

const bracketed = (parts: readonly string[], quote: (text: string) => string) => {
  const [root = "", ...rest] = parts;
  return root + rest.map((part) => `[${isIndex(part) ? part : quote(part)}]`).join("");
};
const dotted = ([root = "", ...rest]: readonly string[]) =>
  root + rest.map((part) => (isIndex(part) ? `[${part}]` : `.${part}`)).join("");

type Language = {
  language: string;
  head: string;
  writer: Writer;
  comment: string;
  join: string;
  assign: (name: string, call: string, named: Named) => string;
  print: (values: readonly string[]) => string;
  nothing: string;
  /** A language whose functions have no optional parameters. */
  everyArgument?: boolean;
  /** The last line of the program, if the language needs a main function. */
  end?: string;
};

/** Whether a name is used later, and whether an earlier step has it too. */
type Named = { isUsed: boolean; isKnown: boolean };

const LANGUAGES: readonly Language[] = [
  {
    language: "Node",
    head: nodeHead,
    writer: {
      text: double,
      yes: "true",
      no: "false",
      ref: dotted,
      env: (name) => `process.env.${name}`,
      list: ["[", "]"],
      map: ["{", "}"],
      pair: (name, value) => `${name}: ${value}`,
      indent: "  ",
    },
    comment: "//",
    join: " + ",
    assign: (name, call) => `const ${name} = await ${call};`,
    print: (values) => `console.log(${values.join(", ")});`,
    nothing: "undefined",
  },
  {
    language: "Python",
    head: pythonHead,
    writer: {
      text: double,
      yes: "True",
      no: "False",
      ref: (parts) => bracketed(parts, double),
      env: (name) => `os.environ["${name}"]`,
      list: ["[", "]"],
      map: ["{", "}"],
      pair: (name, value) => `${double(name)}: ${value}`,
      indent: "    ",
    },
    comment: "#",
    join: " + ",
    assign: (name, call) => `${name} = ${call}`,
    print: (values) => `print(${values.join(", ")})`,
    nothing: "None",
  },
  {
    language: "PHP",
    head: phpHead,
    writer: {
      text: single,
      yes: "true",
      no: "false",
      ref: (parts) => `$${bracketed(parts, single)}`,
      env: (name) => `getenv('${name}')`,
      list: ["[", "]"],
      map: ["[", "]"],
      pair: (name, value) => `${single(name)} => ${value}`,
      indent: "    ",
    },
    comment: "//",
    join: " . ",
    assign: (name, call) => `$${name} = ${call};`,
    print: (values) => `echo implode(' ', [${values.join(", ")}]), "\\n";`,
    nothing: "null",
  },
  {
    language: "Ruby",
    head: rubyHead,
    writer: {
      text: double,
      yes: "true",
      no: "false",
      ref: (parts) => bracketed(parts, double),
      env: (name) => `ENV.fetch("${name}")`,
      list: ["[", "]"],
      map: ["{", "}"],
      pair: (name, value) => `${name}: ${value}`,
      indent: "  ",
    },
    comment: "#",
    join: " + ",
    assign: (name, call) => `${name} = ${call}`,
    print: (values) => `puts [${values.join(", ")}].join(" ")`,
    nothing: "nil",
  },
  {
    language: "Go",
    head: goHead,
    writer: {
      text: double,
      yes: "true",
      no: "false",
      ref: ([root = "", ...rest]) =>
        `at(${[root, ...rest.map((part) => (isIndex(part) ? part : double(part)))].join(", ")})`,
      env: (name) => `os.Getenv("${name}")`,
      list: ["[]any{", "}"],
      map: ["M{", "}"],
      pair: (name, value) => `${double(name)}: ${value}`,
      indent: "\t",
    },
    comment: "//",
    join: " + ",
    // A variable that nothing uses does not compile, and neither does one that is declared twice.
    assign: (name, call, { isUsed, isKnown }) =>
      isUsed ? `${name} ${isKnown ? "=" : ":="} ${call}` : call,
    print: (values) => `fmt.Println(${values.join(", ")})`,
    nothing: "nil",
    everyArgument: true,
    end: "}\n",
  },
];

function callOf(step: Step, { writer, join, nothing, everyArgument }: Language): string {
  const { method, path, body, key } = step;
  const address = pathParts(path).map((part) =>
    isRef(part) ? writer.ref(part.ref.split(".")) : writer.text(part as string),
  );
  const parts = [writer.text(method), address.join(join)];
  if (body) parts.push(written(body, writer));
  else if (key || everyArgument) parts.push(nothing);
  if (key || everyArgument) parts.push(writer.text(key ?? ""));
  return `call(${parts.join(", ")})`;
}

/** A flow as a complete program in a language. */
function program(flow: Flow, language: Language): string {
  const { comment, assign, print, writer, head, end } = language;
  const later = flow.steps.map((_, at) => flow.steps.slice(at + 1).flatMap(refsOf));
  const steps = flow.steps.map((step, at) => {
    const why = step.why ? `${comment} ${step.why}\n` : "";
    const isUsed = [...(later[at] ?? []), ...flow.prints].some(
      (path) => rootOf(path) === step.name,
    );
    const isKnown = flow.steps.slice(0, at).some(({ name }) => name === step.name);
    return `${why}${assign(step.name, callOf(step, language), { isUsed, isKnown })}\n`;
  });
  const printed = flow.prints.map((path) => writer.ref(path.split(".")));
  const lines = `${steps.join("")}${print(printed)}\n`;
  if (!end) return `${head}\n${lines}`;
  return `${head}${lines.replace(/^(?=.)/gm, writer.indent)}${end}`;
}

const rootOf = (path: string) => path.split(".")[0];

export const programsOf = (flow: Flow) =>
  LANGUAGES.map((language) => ({ language: language.language, code: program(flow, language) }));
