import { join, relative } from 'node:path';
import { ROOT, SAMPLE_ADVISORY } from './paths.js';

/**
 * Addresses, and lines to go on with. Each line runs as it is printed, in the order of the lines, in the folder where `npm start` was typed.
 * @param folder that folder
 */
export function renderNextSteps(
  stack: { readonly rulesUrl: string; readonly coverageUrl: string; readonly stackFile: string },
  folder: string,
): string {
  const shown = (file: string): string => relative(folder, file);
  // Node.js takes a path for a file's only when it begins with a dot.
  const module = (file: string): string => (shown(file).startsWith('..') ? shown(file) : `./${shown(file)}`);
  const { coverageUrl, rulesUrl } = stack;
  const tripline = shown(join(ROOT, 'node_modules/.bin/tripline'));
  return [
    '',
    `Rules service   ${rulesUrl}`,
    `Coverage        ${coverageUrl}`,
    `API documents   ${rulesUrl}/docs and ${new URL('/docs', coverageUrl).href}`,
    `Keys, addresses ${shown(stack.stackFile)}`,
    '',
    'Go on with:',
    `  KEY=$(node -p 'require("${module(stack.stackFile)}").apiKey')`,
    `  curl -s ${rulesUrl}/v1/generate -H "Authorization: Bearer $KEY" \\`,
    `    -F file=@${shown(SAMPLE_ADVISORY)}`,
    `  curl -s ${rulesUrl}/v1/rules -H "Authorization: Bearer $KEY"`,
    `  curl -s ${coverageUrl}/accounts -H "X-API-Key: $KEY"`,
    `  ${tripline} generate --out rules ${shown(SAMPLE_ADVISORY)}`,
    `  ${tripline} gaps --url ${coverageUrl} --key "$KEY"`,
    '',
    'Up until Ctrl-C.',
    '',
  ].join('\n');
}
