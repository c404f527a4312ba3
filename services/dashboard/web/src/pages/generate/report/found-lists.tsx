import type { Rules } from '../../../api/clients.js';
import { platformName } from '../../../rule/names.js';
import ruleTextsStyles from '../../../rule/rule-texts.module.css';
import { Empty } from '../../../ui/states.js';
import { type Column, Table } from '../../../ui/table.js';
import { CoveringRules } from '../review/covering-rules.js';
import ruleEvidenceStyles from '../review/rule-evidence.module.css';
import generationPageStyles from './generation-page.module.css';

type Generation = Rules['Generation'];

/** Buttons that lead to each place of something. */
const Places = ({
  spans,
  onShow,
  what,
}: {
  spans: readonly Rules['Span'][];
  what: string;
  onShow: ((span: Rules['Span']) => void) | undefined;
}) =>
  onShow === undefined ? (
    spans.length
  ) : (
    <span className={`row ${generationPageStyles.foundPlaces}`}>
      {spans.map((span, index) => (
        <button
          key={`${span.start}-${span.end}`}
          type="button"
          className={`${ruleEvidenceStyles.evidenceValue} ${generationPageStyles.evidenceValue}`}
          aria-label={`Show ${what} in the text, place ${index + 1} of ${spans.length}`}
          onClick={() => onShow(span)}
        >
          {index + 1}
        </button>
      ))}
    </span>
  );

interface FoundProps {
  readonly generation: Generation;
  /** Left out where there is no text to show. */
  readonly onShow: ((span: Rules['Span']) => void) | undefined;
}

/** The techniques that the text shows. */
export function TechniqueList({ generation: { techniques }, onShow }: FoundProps) {
  if (techniques.length === 0) return <Empty title="No techniques found" />;
  const columns: Column<Rules['Technique']>[] = [
    {
      id: 'name',
      title: 'Technique',
      cell: ({ id, name, subtechniqueUnsure = [] }) => (
        <>
          <strong>{id}</strong> {name}
          {subtechniqueUnsure.length > 0 && (
            <div className="dim">perhaps {subtechniqueUnsure.map((sub) => `${sub.id} ${sub.name}`).join(', or ')}</div>
          )}
        </>
      ),
    },
    { id: 'tactics', title: 'Tactics', wideOnly: true, cell: ({ tactics }) => tactics.join(', ') },
    { id: 'confidence', title: 'Confidence', align: 'end', cell: ({ confidence }) => confidence.toFixed(2) },
    {
      id: 'places',
      title: 'Places',
      cell: ({ id, spans }) => <Places spans={spans} what={id} onShow={onShow} />,
    },
  ];
  return <Table label="Techniques" columns={columns} rows={techniques} rowKey={({ id }) => id} />;
}

/** The indicators that the text names. */
export function IndicatorList({ generation: { indicators }, onShow }: FoundProps) {
  if (indicators.length === 0) return <Empty title="No indicators found" />;
  const columns: Column<Rules['Indicator']>[] = [
    { id: 'type', title: 'Type', cell: ({ type }) => type },
    {
      id: 'value',
      title: 'Value',
      cell: ({ value }) => <code className={generationPageStyles.foundValue}>{value}</code>,
    },
    {
      id: 'places',
      title: 'Places',
      cell: ({ spans, value }) => <Places spans={spans} what={value} onShow={onShow} />,
    },
  ];
  return (
    <Table label="Indicators" columns={columns} rows={indicators} rowKey={({ type, value }) => `${type} ${value}`} />
  );
}

/** What there is no rule for, and why. */
export function RestList({ generation, onShow }: FoundProps) {
  const { covered, notDrafted, notKept, skipped } = generation;
  const reasons = new Map<string, string[]>();
  for (const { platform, reason } of skipped)
    reasons.set(reason, [...(reasons.get(reason) ?? []), ...(platform === undefined ? [] : [platformName(platform)])]);
  return (
    <div className="stack">
      {covered.map(({ coveredBy, key, title }) => (
        <section key={key} className="card">
          <h3 dir="auto">{title}</h3>
          <p>The library covers it already, so it was not used:</p>
          <ul className={ruleTextsStyles.ruleNotes}>
            <CoveringRules rules={coveredBy} />
            {coveredBy.length === 0 && <li>the rules that covered it are no longer there</li>}
          </ul>
        </section>
      ))}
      {notKept.length > 0 && (
        <section className="card">
          <h3>Rules that are no longer kept</h3>
          <ul className={ruleTextsStyles.ruleNotes}>
            {notKept.map(({ key, reason, title }) => (
              <li key={key}>
                {title}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {notDrafted.length > 0 && <NotDrafted things={notDrafted} onShow={onShow} />}
      {[...reasons].map(([reason, platforms]) => (
        <section key={reason} className="card">
          <h3>{platforms.length === 0 ? 'In reading' : platforms.join(', ')}</h3>
          <p className={generationPageStyles.foundReason}>{reason}</p>
        </section>
      ))}
      {covered.length + notKept.length + notDrafted.length + reasons.size === 0 && <Empty title="All was used" />}
    </div>
  );
}

/** Values that the text names and no rule looks for. */
function NotDrafted({ onShow, things }: { things: Generation['notDrafted']; onShow: FoundProps['onShow'] }) {
  const columns: Column<Generation['notDrafted'][number]>[] = [
    {
      id: 'value',
      title: 'Value',
      cell: ({ value }) => <code className={generationPageStyles.foundValue}>{value}</code>,
    },
    { id: 'reason', title: 'Why not', cell: ({ reason }) => reason },
    {
      id: 'places',
      title: 'Place',
      cell: ({ end, start, value }) => <Places spans={[{ start, end }]} what={value} onShow={onShow} />,
    },
  ];
  return (
    <section className="stack">
      <h3>Values that no rule looks for</h3>
      <Table
        label="Values that no rule looks for"
        columns={columns}
        rows={things}
        rowKey={({ start, thing, value }) => `${thing} ${start} ${value}`}
      />
    </section>
  );
}
