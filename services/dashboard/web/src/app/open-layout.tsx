import './open-layout.css';
import { Link, Outlet } from 'react-router';
import { Mark } from './mark.js';

/** Around the pages of people who are not signed in: one card in the middle. */
export const OpenLayout = () => (
  <div className="open-layout">
    <header>
      <Link to="/" className="brand">
        <Mark /> Tripline
      </Link>
    </header>
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  </div>
);
