// Updates lib/domain/rates/eur-rates.json from an unpacked copy of the npm package @fawazahmed0/currency-api
// (docs/operations.md, "Exchange rates").

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RATES } from "#lib/domain/rates/index.ts";
import { ratesOfPackage, SOURCE_PACKAGE } from "./eur-rates.ts";
import { answerHelp, onlyArgument, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s rates -- FOLDER

  FOLDER  an unpacked copy of the npm package @fawazahmed0/currency-api
`;

const FILE = new URL("../domain/rates/eur-rates.json", import.meta.url);

function main(folder: string): void {
  const read = (path: string): unknown => {
    const file = join(folder, path);
    if (!existsSync(file)) {
      throw new UsageError(`${file} does not exist: name an unpacked copy of ${SOURCE_PACKAGE}.`);
    }
    return JSON.parse(readFileSync(file, "utf8"));
  };
  const rates = ratesOfPackage(read("package.json"), read("v1/currencies/eur.json"));
  writeFileSync(FILE, `${JSON.stringify(rates, null, 2)}\n`);
  const lost = Object.keys(RATES.perEuro).filter((code) => !(code in rates.perEuro));
  const count = Object.keys(rates.perEuro).length;
  process.stdout.write(`${count} rates of ${rates.date}, from ${rates.package} ${rates.version}\n`);
  if (lost.length > 0) process.stdout.write(`No rate any more for ${lost.join(", ")}\n`);
}

answerHelp(USAGE);
main(onlyArgument("a FOLDER"));
