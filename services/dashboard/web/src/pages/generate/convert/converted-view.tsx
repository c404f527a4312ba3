import type { Known } from '@tripline/client/typed-client';
import type { Rules } from '../../../api/clients.js';
import { entryFor } from '../../../api/open-list.js';
import { type ExportFormat, FORMS } from '../../../exporting/forms.js';
import { stemOf } from '../../../rule/file-stem.js';
import { LevelBadge } from '../../../rule/level-badge.js';
import { platformName } from '../../../rule/names.js';
import { RuleTexts } from '../../../rule/rule-texts.js';
import ruleTextsStyles from '../../../rule/rule-texts.module.css';
import { Code } from '../../../ui/code.js';
import { ErrorNotice } from '../../../ui/states.js';
import type { Grammar } from '../../../ui/syntax.js';
import convertPageStyles from './convert-page.module.css';

type Converted = Extract<Rules['ConvertedRule'], { readonly key: string }>;

/** The rules of a text with their queries; those that are none are told of at their lines. */
export const ConvertedView = ({ rules }: { rules: readonly Rules['ConvertedRule'][] }) =>
  rules.map((rule) =>
    'error' in rule ? null : (
      // By its place: its key is made from its text, and the language that is chosen stays while that is typed.
      <section key={rule.document} className="card stack" aria-label={rule.title}>
        <div>
          <h3>{rule.title}</h3>
          <p className={`row dim ${convertPageStyles.convertLine}`}>
            <LevelBadge level={rule.level} />
            <span>{platformName(rule.platform)}</span>
            {rule.techniques.length > 0 && <span>{rule.techniques.join(', ')}</span>}
          </p>
        </div>
        <RuleTexts
          yaml={rule.yaml}
          conversions={rule.conversions}
          notes={rule.notes}
          errors={rule.errors}
          fileStem={stemOf(rule.title)}
        />
        <Deployments rule={rule} />
      </section>
    ),
  );

/** The rule as a file that its product takes. */
const Deployments = ({ rule: { deployments = {}, title } }: { rule: Converted }) =>
  FORMS.map(({ format, label }) => {
    const deployment = deployments[format];
    if (deployment === undefined) return null;
    return (
      <section key={format} className="stack" aria-label={label}>
        <h4>{label}</h4>
        {'error' in deployment ? (
          <ErrorNotice error={deployment.error.message} />
        ) : (
          <>
            <Code
              text={deployment.text}
              what={`the rule as ${label}`}
              fileName={`${stemOf(title)}.${entryFor(EXTENSIONS, format) ?? 'json'}`}
              {...grammarOf(deployment.mediaType)}
            />
            {deployment.notes.length > 0 && (
              <ul className={ruleTextsStyles.ruleNotes}>
                {deployment.notes.map(({ code, message }) => (
                  <li key={code + message}>{message}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </section>
    );
  });

const EXTENSIONS: Readonly<Partial<Record<Known<ExportFormat>, string>>> = {
  savedsearches: 'conf',
  'sentinel-yaml': 'yaml',
  'kibana-ndjson': 'ndjson',
  'kibana-lucene': 'ndjson',
  'kibana-esql': 'ndjson',
  'opensearch-sigma': 'yml',
  yaral: 'yaral',
  'logscale-search': 'yaml',
};

const grammarOf = (mediaType: string): { grammar?: Grammar } =>
  mediaType === 'application/yaml' ? { grammar: 'yaml' } : mediaType.includes('json') ? { grammar: 'json' } : {};
