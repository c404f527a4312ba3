import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Rules } from '../../../api/clients.js';
import { SkipLink } from '../../../ui/skip-link.js';
import { Notice } from '../../../ui/states.js';
import { Tabs } from '../../../ui/tabs.js';
import { useMedia } from '../../../ui/use-media.js';
import { elementOf } from '../document/document-pieces.js';
import { DocumentView, type Text } from '../document/document-view.js';
import { FindingCard } from '../document/finding-card.js';
import { Legend } from '../document/legend.js';
import { type Kind, kindsOf, type Place, placeId, placesOf } from '../document/places.js';
import { InSiems } from '../review/in-siems.js';
import { Review } from '../review/review.js';
import { type Selection, useSelection, type View } from '../use-selection.js';
import { IndicatorList, RestList, TechniqueList } from './found-lists.js';
import styles from './generation-page.module.css';
import { useSameContent } from './use-same-content.js';

/** The text and the rules of a generation, each leading to the other: beside each other, or on narrow screens in tabs. */
export function GenerationView({
  document: text,
  generation,
  textError,
}: {
  generation: Rules['Generation'];
  document: Text | undefined;
  textError: Error | null;
}) {
  const isNarrow = useMedia('(max-width: 68rem)');
  const marked = useMarked(generation, text, isNarrow);
  const { selection } = marked;
  const textPane = text !== undefined && <TextPane document={text} marked={marked} />;
  const beside = (
    <Tabs
      label="What the report has"
      selected={isNarrow || selection.view !== 'text' ? selection.view : 'rules'}
      onSelect={(view) => selection.select({ view: view as View })}
      tabs={[
        ...(isNarrow && textPane ? [{ id: 'text', label: 'Text', panel: textPane }] : []),
        ...panelsOf(generation, marked, text).map(([id, label, panel]) => ({
          id,
          label,
          panel: (
            <div className="stack">
              <Card document={text} marked={marked} isInText={!isNarrow} />
              {panel}
            </div>
          ),
        })),
      ]}
    />
  );
  return (
    <>
      <SkipLink to="rules">Skip to the rules</SkipLink>
      <Issues generation={generation} />
      <NoRules reason={generation.reason} />
      {textError !== null && (
        <Notice kind="warn">
          {textError.message} The rules stay; their values are shown with the words that they were taken from.
        </Notice>
      )}
      <div className={isNarrow || !textPane ? 'stack' : styles.generationPanes}>
        {!isNarrow && textPane}
        <section id="rules" tabIndex={-1} aria-labelledby="generation-made">
          <h2 id="generation-made" className="visually-hidden">
            What was found and made
          </h2>
          {beside}
        </section>
      </div>
    </>
  );
}

/** Why no rules came of it. */
const NoRules = ({ reason }: Pick<Rules['Generation'], 'reason'>) =>
  reason === null ? null : (
    <Notice kind="warn">
      <p>
        <strong>No rules came of it.</strong> {reason}
      </p>
    </Notice>
  );

/** What is marked in the text, and which finding and rule are chosen. */
function useMarked(generation: Rules['Generation'], text: Text | undefined, isNarrow: boolean) {
  const selection = useSelection();
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const content = useSameContent(generation);
  const all = useMemo(() => placesOf(content), [content]);
  const finding = all.find(({ id }) => id === selection.finding);
  // What is chosen is marked in any case: a value leads to it.
  const kept = hidden.length === 0 ? undefined : finding;
  const places = useMemo(
    () => all.filter((place) => place === kept || kindsOf(place).some((kind) => !hidden.includes(kind))),
    [all, hidden, kept],
  );
  const rule = generation.rules.find(({ key }) => key === selection.rule);
  const selected =
    finding !== undefined ? [finding] : all.filter((place) => place.uses.some((use) => use.rule.key === rule?.key));
  const showInText = useShowInText(text, finding, selection, isNarrow);
  /** Chooses a span, and a rule where it is one's, and brings it into sight. */
  const show = (span: Rules['Span'], some: { readonly rule?: string } = {}): void => {
    selection.select({ ...some, finding: placeId(span), ...(isNarrow ? { view: 'text' } : {}) });
    showInText(placeId(span));
  };
  return { finding, hidden, places, rule, selected, selection, setHidden, show, showInText };
}
type Marked = ReturnType<typeof useMarked>;

const TextPane = ({
  document: text,
  marked: { finding, hidden, places, rule, selected, selection, setHidden },
}: {
  document: Text;
  marked: Marked;
}) => (
  <section className={`card ${styles.generationText}`} aria-labelledby="generation-text">
    <h2 id="generation-text" className="visually-hidden">
      The text
    </h2>
    <Legend hidden={hidden} onHide={setHidden} />
    <DocumentView
      document={text}
      places={places}
      selected={selected}
      cues={cuesOf(finding, rule)}
      onChoose={(place) => selection.select({ finding: place.id, rule: undefined, view: 'rules' })}
      linkTo={selection.linkTo}
    />
  </section>
);

/** The finding that is chosen; an open rule that has the value says all of it already. */
function Card({
  document: text,
  isInText,
  marked: { finding, places, rule, selection, show, showInText },
}: {
  document: Text | undefined;
  marked: Marked;
  isInText: boolean;
}) {
  if (finding === undefined || text === undefined) return null;
  if (finding.uses.some((use) => use.rule.key === rule?.key)) return null;
  const index = places.indexOf(finding);
  return (
    <FindingCard
      place={finding}
      quote={text.text.slice(finding.start, finding.end)}
      previous={places[index - 1]}
      next={index === -1 ? undefined : places[index + 1]}
      isInText={isInText}
      onChoose={(place) => {
        selection.select({ finding: place.id, rule: undefined });
        if (isInText) showInText(place.id);
      }}
      onClose={() => selection.select({ finding: undefined })}
      onRule={(key) => selection.select({ rule: key, view: 'rules' })}
      onShow={() => show(finding)}
    />
  );
}

/** What the generation has beside the text. */
function panelsOf(
  generation: Rules['Generation'],
  { finding, selection, show }: Marked,
  text: Text | undefined,
): readonly (readonly [View, string, ReactNode])[] {
  const { indicators, rules, techniques } = generation;
  const onShow = text === undefined ? undefined : (span: Rules['Span']) => show(span);
  return [
    [
      'rules',
      `Rules (${rules.length})`,
      <InSiems key="rules" generation={generation}>
        <Review
          generation={generation}
          open={selection.rule}
          shown={finding}
          onOpen={(key, options) => selection.select({ rule: key, view: 'rules', finding: undefined }, options)}
          onShow={text === undefined ? undefined : (from, evidence) => show(evidence, { rule: from.key })}
        />
      </InSiems>,
    ],
    [
      'techniques',
      `Techniques (${techniques.length})`,
      <TechniqueList key="techniques" generation={generation} onShow={onShow} />,
    ],
    [
      'indicators',
      `Indicators (${indicators.length})`,
      <IndicatorList key="indicators" generation={generation} onShow={onShow} />,
    ],
    ['rest', 'Not used', <RestList key="rest" generation={generation} onShow={onShow} />],
  ];
}

/** The words that say who did what is chosen, and whether it happened. */
const cuesOf = (finding: Place | undefined, rule: Rules['GeneratedRule'] | undefined): Rules['Span'][] => {
  const chosen = finding !== undefined ? finding.uses.map((use) => use.rule) : rule === undefined ? [] : [rule];
  return chosen.flatMap((one) => one.attribution?.spans ?? []);
};

/** Brings a place of the text into sight: when it is asked for, and the one that the address has when the page opens. */
function useShowInText(
  text: Text | undefined,
  finding: Place | undefined,
  { select, view }: Selection,
  isNarrow: boolean,
): (id: string) => void {
  const wanted = useRef(finding?.id);
  const opened = useRef(false);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (opened.current || text === undefined) return;
    opened.current = true;
    if (finding !== undefined && isNarrow && view === 'rules') select({ view: 'text' });
  }, [finding, isNarrow, select, text, view]);
  useEffect(() => {
    if (finding === undefined || wanted.current !== finding.id || asked < 0) return;
    const mark = elementOf(finding);
    if (mark === null) return;
    wanted.current = undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    mark.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
    mark.focus({ preventScroll: true });
  });
  return (id) => {
    wanted.current = id;
    setAsked((times) => times + 1);
  };
}

/** The figures of a generation are not described: what is no issue is not shown. */
const isIssue = (value: unknown): value is Pick<Rules['Issue'], 'message' | 'line'> =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** What a rule cannot say of a query or of rules that somebody brought. */
function Issues({ generation: { stats } }: { generation: Rules['Generation'] }) {
  const issues = Array.isArray(stats['issues']) ? stats['issues'].filter(isIssue) : [];
  if (issues.length === 0) return null;
  return (
    <Notice kind="warn">
      <p>What to know about what was brought:</p>
      <ul>
        {issues.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && `line ${line}: `}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
