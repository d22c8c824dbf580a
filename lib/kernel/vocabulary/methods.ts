/** HTTP methods of `/v1` and `/internal`. */
export const API_METHODS = ["GET", "POST", "DELETE"] as const;
export type ApiMethod = (typeof API_METHODS)[number];

/** Methods by which the request log can be filtered: clients also send wrong ones. */
export const LOGGED_METHODS = [...API_METHODS, "HEAD", "PUT", "PATCH"] as const;
