import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import codeEditorStyles from './code-editor.module.css';
import fieldStyles from './field.module.css';

/** What is wrong at a line of a text, lines counted from 1. */
export interface Problem {
  readonly line: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** A field for code, with the numbers of its lines, and what is wrong beside the lines where it is wrong. A text file can be dropped on it. */
export function CodeEditor({
  label,
  value,
  onChange,
  problems,
  rows = 22,
  autoFocus = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problems: readonly Problem[];
  rows?: number;
  /** Whether it takes the focus when it appears: somebody asked for it by a key or a button. */
  autoFocus?: boolean;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus) area.current?.focus();
  }, [autoFocus]);
  const [scroll, setScroll] = useState({ left: 0, top: 0 });
  const lines = value.split('\n');
  const marked = problems.filter((problem) => problem.line !== undefined);
  const goTo = ({ line = 1, column = 1 }: Problem): void => {
    const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  };
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={codeEditorStyles.editor} style={{ '--editor-rows': rows } as React.CSSProperties}>
        <Gutter count={lines.length} marked={marked} top={scroll.top} />
        <div className={codeEditorStyles.editorBody}>
          <Marks lines={lines} marked={marked} scroll={scroll} />
          <textarea
            ref={area}
            id={id}
            className={codeEditorStyles.editorText}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={value}
            aria-invalid={problems.some(({ severity }) => severity === 'error')}
            aria-describedby={`${id}-problems`}
            onChange={(event) => onChange(event.target.value)}
            onScroll={({ currentTarget: { scrollLeft, scrollTop } }) => setScroll({ left: scrollLeft, top: scrollTop })}
            onDrop={(event) => takeFile(event, onChange)}
          />
        </div>
      </div>
      <Problems id={`${id}-problems`} problems={problems} onGo={goTo} />
    </div>
  );
}

/** Takes the text of a file that is dropped. */
function takeFile(event: DragEvent, onText: (text: string) => void): void {
  const file = event.dataTransfer.files.item(0);
  if (file === null) return;
  event.preventDefault();
  void file.text().then(onText);
}

/** The numbers of the lines, each marked by the worst that is wrong there. */
function Gutter({ count, marked, top }: { count: number; marked: readonly Problem[]; top: number }) {
  const worst = (line: number) =>
    marked.some((problem) => problem.line === line && problem.severity === 'error')
      ? 'error'
      : marked.some((problem) => problem.line === line)
        ? 'warning'
        : undefined;
  return (
    <div className={codeEditorStyles.editorGutter} aria-hidden="true">
      <div style={{ transform: `translateY(${-top}px)` }}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
          <div key={index} data-problem={worst(index + 1)}>
            {index + 1}
          </div>
        ))}
      </div>
    </div>
  );
}

/** What is wrong, beside the lines where it is wrong. */
const Marks = ({
  lines,
  marked,
  scroll,
}: {
  lines: readonly string[];
  marked: readonly Problem[];
  scroll: { readonly left: number; readonly top: number };
}) => (
  <div
    className={codeEditorStyles.editorMarks}
    aria-hidden="true"
    style={{ transform: `translate(${-scroll.left}px, ${-scroll.top}px)` }}
  >
    {marked.map(({ line = 1, message, severity }) => (
      <div
        key={`${line} ${message}`}
        className={codeEditorStyles.editorMark}
        data-problem={severity}
        style={{ '--line': line - 1, '--column': lines[line - 1]?.length ?? 0 } as React.CSSProperties}
      >
        <span>{message}</span>
      </div>
    ))}
  </div>
);

/** All that is wrong, each leading to its line. */
const Problems = ({
  id,
  onGo,
  problems,
}: {
  id: string;
  problems: readonly Problem[];
  onGo: (problem: Problem) => void;
}) => (
  <ul id={id} className={codeEditorStyles.editorProblems} aria-live="polite">
    {problems.map((problem) => (
      <li key={`${problem.line} ${problem.message}`} data-problem={problem.severity}>
        {problem.line === undefined ? (
          problem.message
        ) : (
          <button type="button" className={codeEditorStyles.editorGo} onClick={() => onGo(problem)}>
            Line {problem.line}: {problem.message}
          </button>
        )}
        {problem.severity === 'warning' && <span className="dim"> (warning)</span>}
      </li>
    ))}
  </ul>
);
