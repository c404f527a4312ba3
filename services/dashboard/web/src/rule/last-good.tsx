import type { Problem } from '../ui/code-editor.js';
import { Notice } from '../ui/states.js';

/** Says that the queries beside it are not of the text as it is now, and which line is at fault. */
export const LastGood = ({ problems }: { problems: readonly Problem[] }) => {
  const fault = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  return (
    <Notice kind="warn">
      <p>
        These are the queries of the last text that could be read.
        {fault !== undefined && (
          <>
            {' '}
            {fault.line !== undefined && `Line ${fault.line}: `}
            {fault.message}
          </>
        )}
      </p>
    </Notice>
  );
};
