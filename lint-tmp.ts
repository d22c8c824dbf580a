import { createConfig, lintFromString } from "@redocly/openapi-core";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
const source = JSON.stringify(buildDocument(ENDPOINTS.map(({ route }) => route)));
let t=performance.now();
const config = await createConfig({ extends: ["recommended"] });
const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
console.log(performance.now()-t, problems.length);
const c:Record<string,number>={}; for(const p of problems){c[p.ruleId+' '+p.severity]=(c[p.ruleId+' '+p.severity]??0)+1}
console.log(c); for (const id of Object.keys(c)) for(const p of problems.filter(p=>p.ruleId+' '+p.severity===id).slice(0,4)) console.log(id,p.message,(p.location[0] as any)?.pointer);
