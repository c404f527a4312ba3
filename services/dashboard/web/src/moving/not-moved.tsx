import { Link } from 'react-router';
import { Notice } from '../ui/states.js';
import type { Left } from './move.js';
import styles from './moving.module.css';

/** What was not moved to the team, each with its reason and the way to it. */
export const NotMoved = ({ left }: { left: readonly Left[] }) => (
  <Notice kind="warn">
    <p>{left.length === 1 ? 'One was not moved:' : `${left.length} were not moved:`}</p>
    <ul className={styles.moveList}>
      {left.map(({ message, name, to }) => (
        <li key={to}>
          <Link to={to} className="wrap-anywhere">
            {name}
          </Link>
          <div className="dim">{message}</div>
        </li>
      ))}
    </ul>
  </Notice>
);
