import { Link, useSearchParams } from 'react-router';
import { Page } from '../../ui/page.js';
import { ChartParts } from './chart-parts.js';
import { ControlParts } from './control-parts.js';
import { FieldParts } from './field-parts.js';
import { LAYERS, Layers } from './layers.js';
import { MatrixParts } from './matrix-parts.js';
import { StateParts } from './state-parts.js';
import { TableParts } from './table-parts.js';
import { WordParts } from './word-parts.js';

/**
 * Every part of the page in every state, with data that never change and without an API. Parts that lie above the page are drawn one at a time: the address
 * says which (`?open=dialog`), and the links at the top name them all.
 */
export function Component() {
  const [search] = useSearchParams();
  const open = search.get('open') ?? '';
  return (
    <main id="main" tabIndex={-1}>
      <Page title="Parts" about="What the page is made of, in each of its states. For development.">
        <nav className="row" aria-label="Above the page">
          {LAYERS.map((name) => (
            <Link key={name} to={`?open=${name}`} data-opens={name}>
              {name}
            </Link>
          ))}
        </nav>
        <ControlParts />
        <FieldParts />
        <StateParts />
        <TableParts />
        <WordParts />
        <MatrixParts />
        <ChartParts />
        <Layers open={open} />
      </Page>
    </main>
  );
}
