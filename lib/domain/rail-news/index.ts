export { handleNews } from "./handle-news.ts";
