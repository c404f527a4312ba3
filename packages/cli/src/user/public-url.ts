import { UsageError } from '../exit.js';

/**
 * Where people reach the dashboard: the option, else the service's own setting PUBLIC_URL.
 * @throws UsageError when neither is an address
 */
export function publicUrl(option: string | undefined): string {
  const url = option ?? process.env['PUBLIC_URL'] ?? '';
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  const wrong = url === '' ? 'no address of the dashboard is known' : `"${url}" is no address`;
  throw new UsageError(`${wrong}; give it with --url https://…, or in PUBLIC_URL as the service has it`);
}
