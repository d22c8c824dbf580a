/** Next renders screens and nothing else; the server in `server.ts` owns the port.
 *  Types are checked by `npm run check`, not by the build. */
export default (phase) => ({
  typescript: { ignoreBuildErrors: true, tsconfigPath: "app/tsconfig.json" },
  poweredByHeader: false,
  compress: true,
  devIndicators: false,
  reactStrictMode: true,
  experimental: {
    optimizePackageImports: ["lucide-react", "recharts"],
    // Only `npm run dev` reads source maps, and writing them takes a quarter of a build.
    turbopackSourceMaps: phase !== "phase-production-build",
  },
});
