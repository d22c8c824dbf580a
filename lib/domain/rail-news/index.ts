export { hearNews } from "./handle-news.ts";
