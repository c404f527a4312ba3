import { useEffect, useRef } from 'react';
import { attributionWords } from '../../../rule/attribution.js';
import ruleTextsStyles from '../../../rule/rule-texts.module.css';
import { Button } from '../../../ui/button.js';
import ruleEvidenceStyles from '../review/rule-evidence.module.css';
import documentViewStyles from './document-view.module.css';
import findingCardStyles from './finding-card.module.css';
import type { Place, Use } from './places.js';

/** What was found at a place of the text: who did it and whether it happened, and the rules that have it. */
export function FindingCard({
  place,
  quote,
  previous,
  next,
  isInText,
  onChoose,
  onClose,
  onRule,
  onShow,
}: {
  place: Place;
  quote: string;
  previous: Place | undefined;
  next: Place | undefined;
  /** Whether the text stands beside the card; else there is a button that leads to it. */
  isInText: boolean;
  onChoose: (place: Place) => void;
  onClose: () => void;
  onRule: (key: string) => void;
  onShow: () => void;
}) {
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other place.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
    // Whoever chose it in the text reads on here; on narrow screens the text is gone by now.
    const from = document.activeElement;
    if (from === document.body || from?.closest(`.${documentViewStyles.document}`))
      card.current?.focus({ preventScroll: true });
  }, [place.id]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={`card ${findingCardStyles.findingCard} stack`}
      aria-label="The chosen finding"
    >
      <Head previous={previous} next={next} onChoose={onChoose} onClose={onClose} />
      <blockquote className={findingCardStyles.findingQuote}>
        <code>{quote}</code>
      </blockquote>
      <Facts place={place} />
      {place.uses.length > 0 && <Uses uses={place.uses} onRule={onRule} />}
      {!isInText && (
        <div className="row">
          <Button onPress={onShow}>Show in the text</Button>
        </div>
      )}
    </section>
  );
}

/** The steps to the findings around it. */
const Head = ({
  next,
  onChoose,
  onClose,
  previous,
}: {
  previous: Place | undefined;
  next: Place | undefined;
  onChoose: (place: Place) => void;
  onClose: () => void;
}) => (
  <div className={`row ${findingCardStyles.findingHead}`}>
    <h3>Found in the text</h3>
    <div className="row">
      <Button kind="quiet" isDisabled={previous === undefined} onPress={() => previous && onChoose(previous)}>
        Previous
      </Button>
      <Button kind="quiet" isDisabled={next === undefined} onPress={() => next && onChoose(next)}>
        Next
      </Button>
      <Button kind="quiet" onPress={onClose}>
        Close
      </Button>
    </div>
  </div>
);

/** What was found there: who did it, the indicators and the techniques. */
function Facts({ place }: { place: Place }) {
  const attributions = new Set(place.uses.flatMap(({ rule }) => rule.attribution ?? []).map(attributionWords));
  return (
    <dl className={ruleTextsStyles.ruleFacts}>
      {[...attributions].map((words) => (
        <div key={words} className={findingCardStyles.findingFact}>
          <dt>The text says</dt>
          <dd>{words}</dd>
        </div>
      ))}
      {place.indicators.map(({ type, value }) => (
        <div key={type + value} className={findingCardStyles.findingFact}>
          <dt>Indicator</dt>
          <dd>
            {type}: <code>{value}</code>
          </dd>
        </div>
      ))}
      {place.techniques.map(({ confidence, id, name }) => (
        <div key={id} className={findingCardStyles.findingFact}>
          <dt>Technique</dt>
          <dd>
            {id} {name}, confidence {confidence.toFixed(2)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The rules that have the value. */
const Uses = ({ onRule, uses }: { uses: readonly Use[]; onRule: (key: string) => void }) => (
  <div>
    <h4>Rules with this value</h4>
    <ul className={ruleEvidenceStyles.evidence}>
      {byRule(uses).map(([key, title, fields]) => (
        <li key={key}>
          <button type="button" className={ruleEvidenceStyles.evidenceValue} onClick={() => onRule(key)}>
            {title}
          </button>
          <span className="dim">{fields}</span>
        </li>
      ))}
    </ul>
  </div>
);

/** Each rule once, with the fields that have the value. */
function byRule(uses: readonly Use[]): [string, string, string][] {
  const rules = new Map<string, { title: string; fields: Set<string> }>();
  for (const { field, rule } of uses) {
    const entry = rules.get(rule.key) ?? { title: rule.title, fields: new Set() };
    entry.fields.add(field);
    rules.set(rule.key, entry);
  }
  return [...rules].map(([key, { fields, title }]) => [key, title, [...fields].join(', ')]);
}
