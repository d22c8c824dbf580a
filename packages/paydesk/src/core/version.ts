/** The version of this package, as in its `package.json`. */
export const PACKAGE_VERSION = "1.4.0";
