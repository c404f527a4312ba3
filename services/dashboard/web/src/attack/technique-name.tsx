import { useId, useState } from 'react';
import { Link } from 'react-router';
import { attackAddress, useTechniqueNames } from './catalogue.js';
import styles from './technique-name.module.css';

/**
 * A technique by its id and name; with `short` by its id, whose name comes on hover and focus. Its tactics come with it. It
 * leads to `to`, such as the technique's page in an account, else to ATT&CK's own. A screen reader hears the name either way.
 */
export function TechniqueName({ id, short = false, to }: { id: string; short?: boolean; to?: string }) {
  const { data } = useTechniqueNames();
  const technique = data?.get(id);
  const about = useId();
  // Esc takes the words away without moving the pointer (WCAG 1.4.13).
  const [dismissed, setDismissed] = useState(false);
  const shared = {
    className: styles.link,
    'aria-describedby': technique === undefined ? undefined : about,
    'data-dismissed': dismissed,
    onKeyDown: ({ key }: { key: string }) => key === 'Escape' && setDismissed(true),
    onBlur: () => setDismissed(false),
    onPointerEnter: () => setDismissed(false),
  };
  const words = (
    <>
      {id}
      {technique !== undefined && <span className={short ? 'visually-hidden' : undefined}> {technique.name}</span>}
    </>
  );
  return (
    <span className={styles.technique}>
      {to === undefined ? (
        <a href={attackAddress(id)} rel="noreferrer" {...shared}>
          {words}
        </a>
      ) : (
        <Link to={to} {...shared}>
          {words}
        </Link>
      )}
      {technique !== undefined && (
        <span id={about} role="tooltip" className={styles.about}>
          {short && <strong aria-hidden="true">{technique.name}</strong>}
          <span>{technique.tactics.join(', ')}</span>
        </span>
      )}
    </span>
  );
}

/** Techniques one after the other, by their whole names or, with `short`, by their ids. In an account they lead to its pages of them. */
export const TechniqueNames = ({
  ids,
  short = false,
  account,
}: {
  ids: readonly string[];
  short?: boolean;
  account?: string;
}) =>
  // Where there is none, a card has no heading for it either.
  ids.length === 0 ? null : (
    <span className={styles.list}>
      {ids.map((id) => (
        <TechniqueName
          key={id}
          id={id}
          short={short}
          {...(account === undefined ? {} : { to: `/coverage/${account}/techniques/${id}` })}
        />
      ))}
    </span>
  );
