export { RATES, type Rates, toEuroCents } from "./euro-cents.ts";
