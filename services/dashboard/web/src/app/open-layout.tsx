import { Link, Outlet } from 'react-router';
import layoutStyles from './layout.module.css';
import { Mark } from './mark.js';
import openLayoutStyles from './open-layout.module.css';

/** Around the pages of people who are not signed in: one card in the middle. */
export const OpenLayout = () => (
  <div className={openLayoutStyles.openLayout}>
    <header>
      <Link to="/" className={layoutStyles.brand}>
        <Mark /> Tripline
      </Link>
    </header>
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  </div>
);
