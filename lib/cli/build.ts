// Builds the screens for `npm run start:web`.

import { buildScreens } from "./launch/build.ts";
import { answerHelp, refuseArguments } from "./usage.ts";

const USAGE = `Usage: npm run -s build

Builds the screens, unless the last build had the same sources.
`;

answerHelp(USAGE);
refuseArguments();
const say = () => process.stderr.write("Building the screens …\n");
await buildScreens(say, new AbortController().signal);
