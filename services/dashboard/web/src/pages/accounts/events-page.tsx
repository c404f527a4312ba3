import { useSearchParams } from 'react-router';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Pager, Table } from '../../ui/table.js';
import { EVENT_COLUMNS, useChangeEvents } from './change-events.js';

const LIMIT = 50;

/** What became worse in all accounts, newest first. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get('offset')) || 0;
  const query = useChangeEvents(LIMIT, offset);
  return (
    <Page
      title="What changed"
      about="In all accounts, newest first. Changes with one cause are one line, however many accounts it touched."
    >
      <QueryView query={query} lines={12}>
        {({ events, total }) =>
          total === 0 ? (
            <Empty title="Nothing became worse">
              Techniques that lose coverage, and detections that vanish or fall silent, are told here.
            </Empty>
          ) : (
            <>
              <Table label="Changes" rows={events} rowKey={({ id }) => id} columns={EVENT_COLUMNS} />
              <Pager
                offset={offset}
                limit={LIMIT}
                total={total}
                onOffset={(next) => setSearch({ offset: String(next) })}
              />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
