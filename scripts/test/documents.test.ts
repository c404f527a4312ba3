import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `npm run documents` says of a document. */
function faultsOf(markdown: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-documents-'));
  try {
    const file = join(folder, 'page.md');
    writeFileSync(file, markdown);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/documents.mjs', file], { encoding: 'utf8' });
    const faults = stderr.trim().split('\n').filter(Boolean);
    expect(status).toBe(faults.length > 0 ? 1 : 0);
    return faults.map((fault) => fault.replace(/^.*page\.md:/, ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('what a document names exists', () => {
  it('passes what is there: from the root, from a folder between, with placeholders, and what is built from a source', () => {
    expect(
      faultsOf(`# A page
Paths: \`scripts/check.mjs\`, \`kinds/pipe\`, \`packages/sigma/data/maps/spl/*.json\`, \`knowledge/behaviours/NAME.yaml\`,
\`services/rules/dist/worker.js\`, \`deploy/.env\`, \`jest.config.mjs\`; not ours: \`/v1/me\`, \`@tripline/sigma\`, \`https://example.org/a/b\`.

\`LIMIT_SEATS_TEAM\`, \`SMTP_URL_FILE\`, \`TEST_SEED\`, \`tripline_check_up{check="redis"}\`, \`http_request_duration_seconds_bucket\`.

## TriplineNotReady

    npm run chaos -- --kills 6 --seed 1   # npm brings it
    tripline convert --target siem_spl rules | tripline check -

\`\`\`sh
OTHER_NAME=$(npm run docs)
echo "$OTHER_NAME" | docker build --network host .
\`\`\`
`),
    ).toEqual([]);
  });

  it('says by line what is not: a path, a setting, a metric, an alert, a script, a command, a flag', () => {
    expect(
      faultsOf(`See \`scripts/gone.mjs\`, \`kinds/pipes\`, \`gone.config.mjs\`
and \`services/rules/dist/gone.js\`, \`packages/NAME/gone/ID.ts\`.
\`LIMIT_SEATS_TAEM\`, \`DATABASE_URLS\`, \`SOME_THING\`,
\`tripline_checks_up\`, \`tripline_check_up_bucketful\`.

## TriplineNotReadyYet

    npm run gone
    npm run chaos -- --kill-all 6
    tripline converts rules
    tripline convert --aim siem_spl rules

\`--gone-flag\` and \`tripline generate --sourcetype\`
`),
    ).toEqual([
      '1: there is no scripts/gone.mjs',
      '1: there is no kinds/pipes',
      '1: there is no gone.config.mjs',
      '2: there is no services/rules/dist/gone.js',
      '2: there is no packages/NAME/gone/ID.ts',
      '3: no process reads LIMIT_SEATS_TAEM',
      '3: no process reads DATABASE_URLS',
      '3: no process reads SOME_THING',
      '4: there is no metric tripline_checks_up',
      '4: there is no metric tripline_check_up_bucketful',
      '6: there is no alert TriplineNotReadyYet',
      '8: package.json has no script gone',
      '9: nothing of ours takes --kill-all',
      '10: tripline has no command converts',
      '11: tripline convert has no option --aim',
      '13: nothing of ours takes --gone-flag',
      '13: tripline generate has no option --sourcetype',
    ]);
  });
});
