/** The version of this package, as in its `package.json`. */
export const PACKAGE_VERSION = "1.3.0";
