// Loaded into a process that a test watches: responds to each message with its live memory after a garbage collection, in MB.
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.((heapUsed + external) / 1e6);
});
