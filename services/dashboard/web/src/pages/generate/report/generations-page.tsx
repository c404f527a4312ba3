import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { rules, rulesData } from '../../../api/clients.js';
import { ButtonLink } from '../../../ui/button.js';
import { Page } from '../../../ui/page.js';
import { Empty, QueryView } from '../../../ui/states.js';
import { type Column, Table } from '../../../ui/table.js';
import { Time } from '../../../ui/time.js';
import { DeleteGeneration } from './delete-generation.js';
import { sourceName } from './source-name.js';

const PAGE_SIZE = 25;

/** The reports that rules were generated from, newest first. */
export function Component() {
  const [search] = useSearchParams();
  const cursor = search.get('cursor') ?? undefined;
  const limit = Math.min(Math.max(Number(search.get('limit')) || PAGE_SIZE, 1), 200);
  const list = useQuery({
    queryKey: ['generations', limit, cursor],
    placeholderData: keepPreviousData,
    queryFn: () => readPage(limit, cursor),
  });
  return (
    <Page
      title="Reports"
      about="Every advisory that rules were made from: its text with what was found in it, and the rules."
      actions={
        <ButtonLink kind="main" to="/generate">
          Generate rules
        </ButtonLink>
      }
    >
      <QueryView query={list} lines={8}>
        {({ generations, nextCursor }) =>
          generations.length === 0 ? (
            <Empty
              title={cursor === undefined ? 'No reports yet' : 'No older reports'}
              action={
                <ButtonLink kind="main" to={cursor === undefined ? '/generate' : '/reports'}>
                  {cursor === undefined ? 'Generate rules from an advisory' : 'Back to the newest'}
                </ButtonLink>
              }
            >
              {cursor === undefined
                ? 'Paste an address or a text, or drop a file; the sample advisory shows how it goes.'
                : undefined}
            </Empty>
          ) : (
            <>
              <Table label="Reports" columns={COLUMNS} rows={generations} rowKey={({ id }) => id} />
              {(cursor !== undefined || nextCursor !== null) && (
                <nav className="row" aria-label="Pages">
                  {cursor !== undefined && <ButtonLink to={pageAddress(limit)}>Newest</ButtonLink>}
                  {nextCursor !== null && <ButtonLink to={pageAddress(limit, nextCursor)}>Older</ButtonLink>}
                </nav>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

const pageAddress = (limit: number, cursor?: string): string => {
  const search = new URLSearchParams({
    ...(limit === PAGE_SIZE ? {} : { limit: String(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return `/reports?${search}`;
};

const readPage = (limit: number, cursor: string | undefined) =>
  rulesData(
    rules.GET('/v1/generations', { params: { query: { limit, ...(cursor === undefined ? {} : { cursor }) } } }),
  );

type Row = Awaited<ReturnType<typeof readPage>>['generations'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'title',
    title: 'Advisory',
    cell: ({ id, source }) => <Link to={`/reports/${id}`}>{source.title || 'Without a title'}</Link>,
  },
  { id: 'from', title: 'From', cell: ({ source }) => sourceName(source), wideOnly: true },
  { id: 'rules', title: 'Rules', align: 'end', cell: ({ ruleCount }) => ruleCount },
  { id: 'when', title: 'Generated', cell: ({ createdAt }) => <Time at={createdAt} relative /> },
  {
    id: 'delete',
    title: <span className="visually-hidden">Delete</span>,
    // Its page has the button too.
    wideOnly: true,
    cell: ({ id, source }) => <DeleteGeneration id={id} title={source.title} />,
  },
];
