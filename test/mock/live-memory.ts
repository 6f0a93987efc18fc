// Loaded into a process that a test watches: answers each message with what is alive there after a collection, in MB.
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.((heapUsed + external) / 1e6);
});
