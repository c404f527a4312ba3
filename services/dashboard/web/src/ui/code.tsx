import './code.css';
import { type ReactNode, Suspense, use } from 'react';
import { saveFile } from '../api/clients.js';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { colour, type Grammar, type Token } from './syntax.js';

/** A text in a language, coloured, with ways to copy it and to save it. */
export const Code = ({
  text,
  what,
  grammar,
  fileName,
  actions,
}: {
  text: string;
  /** What it is, such as "the rule's YAML". */
  what: string;
  grammar?: Grammar;
  fileName?: string;
  actions?: ReactNode;
}) => (
  <figure className="code">
    <figcaption className="row code-actions">
      {actions}
      <CopyButton text={text} what={what} />
      {fileName !== undefined && (
        <Button
          onPress={() => saveFile(new Blob([text], { type: 'text/plain' }), fileName)}
          aria-label={`Download ${what}`}
        >
          Download
        </Button>
      )}
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways takes the keyboard's focus. */}
    <section className="code-text" tabIndex={0} aria-label={what}>
      <pre>
        <Suspense fallback={<code>{text}</code>}>
          <Coloured text={text} grammar={grammar} />
        </Suspense>
      </pre>
    </section>
  </figure>
);

const Coloured = ({ text, grammar }: { text: string; grammar: Grammar | undefined }) => (
  <code>{grammar === undefined ? text : use(colour(text, grammar)).map(render)}</code>
);

const render = (token: Token, index: number): ReactNode =>
  typeof token === 'string' ? (
    token
  ) : (
    <span key={index} className={`token-${token.kind}`}>
      {token.parts.map(render)}
    </span>
  );
