import { Link } from 'react-router';
import { usePipelines } from '../../siems/catalogue.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';

/** The saved processing pipelines of somebody and their team. */
export function Component() {
  const query = usePipelines();
  return (
    <Page
      title="Pipelines"
      about="What turns the field names of Sigma into those of your SIEM, in the format of pySigma’s processing pipelines."
      actions={
        <ButtonLink kind="main" to="/pipelines/new">
          New pipeline
        </ButtonLink>
      }
    >
      <QueryView query={query}>
        {(pipelines) =>
          pipelines.length === 0 ? (
            <Empty title="No pipeline" action={<ButtonLink to="/pipelines/new">Write one</ButtonLink>}>
              Without one the built-in maps are used. A pipeline that you set as default is used for everything that you
              convert.
            </Empty>
          ) : (
            <Table
              label="Pipelines"
              rows={pipelines}
              rowKey={({ id }) => id}
              columns={[
                { id: 'name', title: 'Name', cell: ({ id, name }) => <Link to={`/pipelines/${id}`}>{name}</Link> },
                {
                  id: 'default',
                  title: 'Used',
                  cell: (one) => (one.default ? <Badge kind="good">by default</Badge> : 'when named'),
                },
                { id: 'owner', title: 'Whose', cell: ({ owner }) => (owner === 'team' ? 'the team’s' : 'yours') },
                { id: 'updated', title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} relative /> },
              ]}
            />
          )
        }
      </QueryView>
    </Page>
  );
}
