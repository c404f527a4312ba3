import { startMailCatcher } from './mail-catcher.js';

// Start file: `node dist/main.js`. Reads SMTP_PORT (1025), HTTP_PORT (8025) and HOST (127.0.0.1) from the environment.
try {
  const { HOST, HTTP_PORT, SMTP_PORT } = process.env;
  const catcher = await startMailCatcher({
    smtpPort: portFrom('SMTP_PORT', SMTP_PORT, 1025),
    httpPort: portFrom('HTTP_PORT', HTTP_PORT, 8025),
    ...(HOST ? { host: HOST } : {}),
  });
  process.stdout.write(`mail at ${catcher.smtpUrl} is shown at ${catcher.httpUrl}/mails?to=ADDRESS\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void catcher.close());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function portFrom(name: string, given: string | undefined, fallback: number): number {
  const port = Number(given || fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${name} must be a whole number from 0 to 65535, not ${given}`);
  }
  return port;
}
