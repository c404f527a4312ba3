/** The technique that {@link ruleNamed} is tagged with. */
export const RULE_TECHNIQUE = 'T1685.002';

/** A Sigma rule with its own `title`, which identifies it in answers. */
export const ruleNamed = (title: string): string => `title: ${title}
status: experimental
description: Somebody stops a trail.
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventName: StopLogging
    condition: selection
level: high
tags:
    - attack.${RULE_TECHNIQUE.toLowerCase()}
`;

/** Where webhooks lead: nowhere. */
export const WEBHOOK_URL = 'https://hooks.example.com/fuzz';

/** A processing pipeline that names one field. */
export const PIPELINE = `transformations:
  - type: field_name_mapping
    mapping:
      CommandLine: process_command_line
`;

/** A short advisory, written for these tests. */
export const ADVISORY = `The intruder ran powershell.exe -enc SQBFAFgA on the host and stopped the trail with StopLogging in AWS CloudTrail.
The implant was fetched from hxxp://updates[.]copper-wren[.]example/stage2.bin (SHA-256
9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08). It created the user svc-backup with CreateUser and an access key with
CreateAccessKey, and dumped lsass.exe with procdump.exe.`;

/** Techniques of the catalogue. */
export const TECHNIQUES = ['T1059.001', 'T1685.002', 'T1136.003', 'T1003.001', 'T1078.004', 'T1600'] as const;
