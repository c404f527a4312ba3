import { Page } from './page.js';
import { Empty } from './states.js';

/** Where nothing is at this address. */
export const NotFoundPage = () => (
  <Page title="Not found">
    <Empty title="There is nothing at this address">
      It may have been deleted, or it belongs to somebody else. The menu leads to everything that is yours.
    </Empty>
  </Page>
);
