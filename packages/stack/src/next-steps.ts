import { relative } from 'node:path';
import { ROOT, SAMPLE_ADVISORY } from './paths.js';

/** What the suggested next commands need. */
export interface NextSteps {
  readonly dashboardUrl: string;
  /** Signs the user in at the dashboard, once. */
  readonly link: string;
  /** Where mails can be read, if they are caught. */
  readonly mailUrl: string | undefined;
  readonly user: { readonly email: string };
  readonly rulesUrl: string;
  readonly coverageUrl: string;
  readonly stackFile: string;
  /** A cloud account that has been scanned, if one has. */
  readonly account: string | undefined;
}

/**
 * Addresses, and commands to continue with. Each runs as printed, in order, in the folder where `npm start` was called.
 * @param folder that folder
 */
export function renderNextSteps(steps: NextSteps, folder: string): string {
  const { account, coverageUrl, dashboardUrl, link, mailUrl, rulesUrl, stackFile, user } = steps;
  const home = relative(folder, ROOT);
  const advisory = relative(ROOT, SAMPLE_ADVISORY);
  return [
    '',
    `Dashboard       ${dashboardUrl}`,
    `  you are       ${user.email}, with the password of the file below`,
    ...(mailUrl === undefined ? [] : [`  mails it sends ${mailUrl}`]),
    `Rules service   ${rulesUrl}`,
    `Coverage        ${coverageUrl}`,
    `API documents   ${rulesUrl}/docs and ${new URL('/docs', coverageUrl).href}`,
    `Keys, addresses ${relative(folder, stackFile)}`,
    '',
    'Go on with:',
    ...(home === '' ? [] : [`  cd ${home}`]),
    `  KEY=$(node -p 'require("./${relative(ROOT, stackFile)}").apiKey')`,
    `  curl -s ${rulesUrl}/v1/generate -H "Authorization: Bearer $KEY" \\`,
    `    -F file=@${advisory}`,
    `  curl -s ${rulesUrl}/v1/rules -H "Authorization: Bearer $KEY"`,
    `  curl -s ${coverageUrl}/accounts -H "X-API-Key: $KEY"`,
    `  node_modules/.bin/tripline generate --out .local/rules ${advisory}`,
    ...(account === undefined
      ? []
      : [`  node_modules/.bin/tripline gaps "${account}" \\`, `    --url ${coverageUrl} --key "$KEY"`]),
    '',
    'Up until Ctrl-C. This link opens the dashboard and signs you in, once and within 15 minutes:',
    link,
    '',
  ].join('\n');
}
