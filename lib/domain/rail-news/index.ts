export { hearNews } from "./hear-news.ts";
