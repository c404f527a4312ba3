/** The rule that every form shows but those of AWS, and one for these. */
const PROCESS = `title: Shadow copies deleted by a command line
id: 5c6a1c0e-7a5b-4f64-9d3b-5a1f8f5a2c11
description: A shell or a tool was told to delete the shadow copies of a volume, so that files cannot be restored.
author: Tripline
references: ['https://attack.mitre.org/techniques/T1490/']
tags: [attack.impact, attack.t1490]
logsource: { product: windows, category: process_creation }
detection:
  tool: { Image|endswith: ['\\\\vssadmin.exe', '\\\\wmic.exe'] }
  words: { CommandLine|contains|all: [shadow, delete] }
  condition: tool and words
falsepositives: [Backup software]
level: high
`.replaceAll('\\\\', '\\');
const CLOUD = `title: Trail switched off
id: 2b0c6d1f-3a44-4f0e-8d55-6f6f0d0c7e21
description: Logging of a trail was stopped.
author: Tripline
references: ['https://attack.mitre.org/techniques/T1562/008/']
tags: [attack.defense-evasion, attack.t1562.008]
logsource: { product: aws, service: cloudtrail }
detection:
  call: { eventSource: cloudtrail.amazonaws.com, eventName: StopLogging }
  condition: call
falsepositives: [Planned changes]
level: high
`;
/** What a form's sample does not show. */
const REMARKS = {
  'opensearch-sigma':
    'Fields keep the names of the rule, which Security Analytics maps itself. Since its pull request 852 it also asks of a negated test that its field is there, so `not filter` misses events without a field of the filter: `narrowed_negation` names each such field.',
};
const GRAMMARS = { 'application/yaml': 'yaml', 'application/json': 'json', 'application/x-ndjson': 'json' };

/**
 * `docs/targets/forms.md`: one rule in every deployable form.
 * @param sigma what `@tripline/sigma` exports
 * @param techniqueFacts gives name and tactics of a technique
 * @returns {string}
 */
export function formSamples(sigma, techniqueFacts) {
  const samples = sigma.DEPLOY_FORMATS.map((format) => {
    const ofAws = sigma.targetOfForm(format) === undefined;
    const collection = sigma.parseSigma(ofAws ? CLOUD : PROCESS);
    const form = sigma.deploy(collection.documents[0], collection, format, { techniqueFacts });
    const notes = form.notes.map(({ code }) => `\`${code}\``);
    return [
      `## ${format}`,
      '',
      ...(REMARKS[format] === undefined ? [] : [REMARKS[format], '']),
      ...(notes.length === 0 ? [] : [`Notes: ${[...new Set(notes)].join(', ')}.`, '']),
      `\`\`\`${GRAMMARS[form.mediaType] ?? 'text'}`,
      form.text.trimEnd(),
      '```',
      '',
    ];
  });
  return [
    '# One rule in every deployable form',
    '',
    'Made from the converter by `npm run docs`; do not edit by hand. What each form is for, and how it is taken in: [exports](../exports.md).',
    '',
    '```yaml',
    PROCESS.trimEnd(),
    '```',
    '',
    'The forms of AWS take rules on CloudTrail alone:',
    '',
    '```yaml',
    CLOUD.trimEnd(),
    '```',
    '',
    ...samples.flat(),
  ].join('\n');
}
