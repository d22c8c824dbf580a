// Builds the screens for `npm run start:web`.

import { buildScreens } from "./launch/build.ts";
import { report } from "./launch/report.ts";
import { answerHelp } from "./usage.ts";

const USAGE = `Usage: npm run -s build

Builds the screens, unless the last build had the same sources.
`;

answerHelp(USAGE);
const say = () => process.stderr.write("Building the screens …\n");
process.exitCode = await buildScreens(say, new AbortController().signal).then(() => 0, report);
