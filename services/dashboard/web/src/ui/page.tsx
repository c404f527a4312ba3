import './page.css';
import { type ReactNode, useEffect } from 'react';

/** A page's frame: its title, for the reader and for the browser's tab, what can be done, and its content. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className="dim page-about">{about}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** Gives the browser's tab its title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tripline`;
  }, [title]);
}
