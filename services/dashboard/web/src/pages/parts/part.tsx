import type { ReactNode } from 'react';

/** A part of the page in all its states. The pictures of it are called by its name: see test/pictures/compare.pictures.ts. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="card stack" data-part={name} aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
);

/** For a control that is shown and does nothing. */
export const nothing = (): void => undefined;

/** A moment of which the pictures' clock says that it is three hours ago. */
export const SOME_TIME = '2026-03-02T09:00:00.000Z';

/** A title without a place to break it, one in another direction, one with what is no letter. */
export const HARD_TITLES = [
  'Unbreakablelongwordofatitle'.repeat(5),
  'هجوم على خادم البريد',
  '🦊🔥 rule 👩‍👩‍👧‍👦 with emoji',
] as const;
