import type { Column } from '../ui/table.js';
import { TechniqueLink } from './technique-link.js';
import { TechniqueName } from './technique-name.js';

/** The column of a table that names a row's technique, which leads to its page in a cloud account. */
export const techniqueColumn = (account: string): Column<{ technique_id: string; name?: string }> => ({
  id: 'technique',
  title: 'Technique',
  cell: ({ name, technique_id }) =>
    name === undefined ? (
      <TechniqueName id={technique_id} to={`/coverage/${account}/techniques/${technique_id}`} />
    ) : (
      <TechniqueLink account={account} technique={{ technique_id, name }} />
    ),
});
