import type { Coverage } from '../../api/clients.js';

/** What an import would change, by kind of change, and what of the file could not be read. */
export const ImportDiff = ({ diff }: { diff: Coverage['SiemImport'] }) => (
  <div className="stack">
    <p role="status">
      {diff.new_total} new, {diff.changed_total} changed, {diff.gone_total} gone, {diff.same_total} the same,{' '}
      {diff.unread_total} unread. Of the queries {diff.read.whole} are read whole, {diff.read.part} in part and{' '}
      {diff.read.none} not.
    </p>
    <Part title="New" total={diff.new_total} lines={diff.new.map(({ key, name }) => [key, name])} />
    <Part
      title="Changed"
      total={diff.changed_total}
      lines={diff.changed.map(({ fields, key, name }) => [key, `${name} (${fields.join(', ')})`])}
    />
    <Part title="Gone" total={diff.gone_total} lines={diff.gone.map(({ key, name }) => [key, name])} />
    <Part
      title="Unread"
      total={diff.unread_total}
      lines={diff.unread.map(({ place, reason }) => [`${place} ${reason}`, `${place}: ${reason}`])}
    />
  </div>
);

const Part = ({
  lines,
  title,
  total,
}: {
  title: string;
  total: number;
  lines: readonly (readonly [key: string, text: string])[];
}) =>
  total === 0 ? null : (
    <details open={total <= 20}>
      <summary>
        {title} ({total})
      </summary>
      <ul>
        {lines.map(([key, text]) => (
          <li key={key} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {total > lines.length && <p className="dim">and {total - lines.length} more</p>}
    </details>
  );
