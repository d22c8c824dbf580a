/** Stands for the URL of the installation in the built files; the server fills it in. */
export const ORIGIN = "{origin}";
