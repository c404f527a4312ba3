import { ApiError } from '../../api/api-error.js';
import { Button } from '../../ui/button.js';
import { Code } from '../../ui/code.js';
import { Empty, ErrorNotice, Loading, Notice } from '../../ui/states.js';
import { nothing, Part } from './part.js';

const NOTICES = ['good', 'warn', 'bad', 'info'] as const;
const DETAILS = [
  { path: 'name', message: 'Name must not be empty.' },
  { path: 'level', message: 'There is no level “hihg”.' },
];
const REFUSED = new ApiError('Two fields are wrong.', 422, 'req-1', 'Invalid', DETAILS, undefined);
const TOO_MANY = new ApiError('You have made 60 calls in a minute.', 429, 'req-2', undefined, [], 12);
const NEEDS_FACTOR = new ApiError('This needs a second factor.', 403, 'req-3', 'SecondFactorRequired', [], undefined);

/** What stands where something is not there, is wrong, or has to be said; and texts in a language. */
export const StateParts = () => (
  <>
    <Part name="loading">
      <Loading />
      <Loading lines={1} />
    </Part>
    <Part name="empty">
      <Empty title="No rules yet" action={<Button kind="main">Generate rules</Button>}>
        They come from an advisory.
      </Empty>
      <Empty title="Nothing matches" />
    </Part>
    <Part name="notice">
      {NOTICES.map((kind) => (
        <Notice key={kind} kind={kind}>
          <p>A note of the kind “{kind}”, beside what it is about.</p>
        </Notice>
      ))}
    </Part>
    <Part name="error">
      <ErrorNotice error={REFUSED} retry={nothing} />
      <ErrorNotice error={TOO_MANY} isAskedAgain />
      <ErrorNotice error={NEEDS_FACTOR} />
      <ErrorNotice error={new Error('Something else went wrong.')} />
    </Part>
    <Part name="code">
      <Code
        text={'title: A rule # comment\nlevel: high\nscore: 7\n'}
        what="the rule"
        grammar="yaml"
        fileName="rule.yml"
      />
      <Code text={'index=main | where count > 5 | stats count by host'} what="the query" grammar="spl" />
      <Code text={'SecurityEvent | where EventID == 4688 | take 5'} what="the query" grammar="kql" />
      <Code text={`A line that is ${'long and '.repeat(40)}has no language.`} what="the text" />
    </Part>
  </>
);
