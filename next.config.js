/** Next renders screens and nothing else; the server in `server.ts` owns the port.
 *  Types are checked by `npm run check`, not by the build. */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  compress: true,
  devIndicators: false,
  reactStrictMode: true,
};
