import type { ReactNode } from 'react';
import type { Rules } from '../api/clients.js';
import { TechniqueNames } from '../attack/technique-name.js';
import { Code } from '../ui/code.js';
import { attributionWords } from './attribution.js';
import { LogName } from './logs.js';
import type { Platform } from './names.js';
import styles from './rule-texts.module.css';

/** What is known of a rule beside its texts. */
export const RuleFacts = ({
  attribution,
  log,
  noise,
  platform,
  techniques,
}: {
  attribution: Rules['Attribution'] | null;
  log: string | null;
  noise: { readonly recordings: number; readonly of: number } | null;
  platform: Platform | null;
  techniques: readonly string[];
}) => {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Log source', <LogName key="log" platform={platform} log={log} />],
    ['Techniques', techniques.length === 0 ? 'none' : <TechniqueNames key="names" ids={techniques} />],
    [
      'Noise',
      noise === null
        ? 'not known: no recording of everyday logs has this log source'
        : noise.recordings === 0
          ? `fires in none of ${noise.of} recordings of everyday logs`
          : `fires in ${noise.recordings} of ${noise.of} recordings of everyday logs`,
    ],
    ['The text says', attributionWords(attribution)],
  ];
  return (
    <dl className={styles.ruleFacts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Events that the rule must find, and events that it must not: to try it in the SIEM. */
export const TestEvents = ({ tests }: { tests: Rules['Rule']['tests'] }) => (
  <details>
    <summary>
      Test events: {tests.match.length} that match, {tests.noMatch.length} that do not
    </summary>
    <div className={styles.ruleEvents}>
      {tests.match.length > 0 && (
        <Code text={lines(tests.match)} what="events that match" grammar="json" fileName="match.ndjson" />
      )}
      {tests.noMatch.length > 0 && (
        <Code text={lines(tests.noMatch)} what="events that do not match" grammar="json" fileName="no-match.ndjson" />
      )}
    </div>
  </details>
);

const lines = (events: readonly object[]): string => events.map((event) => JSON.stringify(event)).join('\n');
