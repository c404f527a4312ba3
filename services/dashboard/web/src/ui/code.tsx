import { type ReactNode, Suspense, use } from 'react';
import { saveFile } from '../api/clients.js';
import { Button } from './button.js';
import styles from './code.module.css';
import { CopyButton } from './copy-button.js';
import { colour, type Grammar, type Token } from './syntax.js';

const TOKEN_CLASSES: Readonly<Record<string, string | undefined>> = {
  comment: styles.tokenComment,
  function: styles.tokenFunction,
  key: styles.tokenKey,
  keyword: styles.tokenKeyword,
  number: styles.tokenNumber,
  string: styles.tokenString,
};

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
  <figure className={styles.code}>
    <figcaption className={`row ${styles.codeActions}`}>
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
    <section className={styles.codeText} tabIndex={0} aria-label={what}>
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
    <span key={index} className={TOKEN_CLASSES[token.kind]}>
      {token.parts.map(render)}
    </span>
  );
