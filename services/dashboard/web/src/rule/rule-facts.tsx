import type { ReactNode } from 'react';
import type { Rules } from '../api/clients.js';
import { Code } from '../ui/code.js';
import { attributionWords } from './attribution.js';
import { type Platform, platformName } from './names.js';

/** What is known of a rule beside its texts. */
export const RuleFacts = ({
  attribution,
  noise,
  platform,
  techniques,
}: {
  attribution: unknown;
  noise: { readonly recordings: number; readonly of: number } | null;
  platform: Platform | null;
  techniques: readonly string[];
}) => {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Log source', platformName(platform)],
    ['Techniques', techniques.join(', ') || 'none'],
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
    <dl className="rule-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="rule-fact" style={{ display: 'contents' }}>
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
    <div className="rule-events">
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
