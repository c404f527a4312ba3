// `healthcheck.mjs [healthz | readyz]`: asks this container's process on its admin port, and exits 1 unless it says yes.
const [path = 'healthz'] = process.argv.slice(2);
try {
  const answer = await fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/${path}`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
