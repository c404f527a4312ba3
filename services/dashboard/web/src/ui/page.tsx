import type { ReactNode } from 'react';
import styles from './page.module.css';
import { TitleOf, useTitle } from './title.js';

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page's frame: its title, for the reader and for the browser's tab, what can be done, and its content. */
export function Page(props: PageProps) {
  useTitle(props.title);
  return <Frame {...props} />;
}

/** The frame around all pages of one thing, whose name is the title. Each of them gives the tab its own: see `useTitle`. */
export const PagesOf = (props: PageProps) => (
  <TitleOf value={props.title}>
    <Frame {...props} />
  </TitleOf>
);

const Frame = ({ about, actions, children, title }: PageProps) => (
  <div className={styles.page}>
    <div className={styles.pageHead}>
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p className={`dim ${styles.pageAbout}`}>{about}</p>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
    {children}
  </div>
);
