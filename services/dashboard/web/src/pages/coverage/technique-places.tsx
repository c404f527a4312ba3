import type { Coverage } from '../../api/clients.js';
import { Table } from '../../ui/table.js';
import styles from './coverage.module.css';

/** The logs that show a technique, with where each arrives and what is missing. */
export const Logs = ({ logs }: { logs: Coverage['TechniqueVisibility']['logs'] }) =>
  logs.length === 0 ? (
    <p>Nothing that an account keeps is known to show it.</p>
  ) : (
    <ul className={styles.plainList}>
      {logs.map(({ arrives, log, missing, name, resource_type, unknown }) => (
        <li key={`${log} ${resource_type}`}>
          {name}
          {resource_type !== null && ` of ${resource_type}`}:{' '}
          {arrives.length > 0 &&
            `arrives ${arrives.map(({ regions, source }) => `in ${regions.join(', ')} (${source})`).join('; ')}. `}
          {missing.map(({ sentence }) => sentence).join(' ')}
          {unknown.length > 0 && ` Unknown in ${unknown.join(', ')}: what keeps it could not be read.`}
        </li>
      ))}
    </ul>
  );

/** How a technique is covered in each region that its events arrive in. */
export const Regions = ({ technique }: { technique: Coverage['TechniqueCoverage'] }) => {
  const { regions_covered, regions_needed, regions_partial, regions_unknown } = technique;
  const word = (region: string): string => {
    if (regions_covered.includes(region)) return 'covered';
    if (regions_partial.includes(region)) return 'partly covered';
    return regions_unknown.includes(region) ? 'not certain' : 'not covered';
  };
  return (
    <Table
      label="By region"
      rows={regions_needed}
      rowKey={(region) => region}
      columns={[
        { id: 'region', title: 'Where its events arrive', cell: (region) => region },
        { id: 'state', title: 'State', cell: word },
      ]}
    />
  );
};
