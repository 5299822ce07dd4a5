/** Where a worker's program is: beside the bundle, or in the source tree. */
export const workerEntry = new URL(
  import.meta.url.endsWith('.ts') ? '../worker/main.ts' : './worker.cjs',
  import.meta.url,
);
