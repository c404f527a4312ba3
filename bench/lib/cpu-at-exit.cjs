// Required into a measured process: the seconds of processor that it used, and its memory, as the last line on standard error.
process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write(
    `\n${JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, mb: Math.round(maxRSS / 1024) })}\n`,
  );
});
