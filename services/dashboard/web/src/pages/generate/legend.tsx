import { Checkbox } from '../../ui/checkbox.js';
import type { Kind } from './places.js';

const KINDS: readonly { readonly kind: Kind; readonly label: string }[] = [
  { kind: 'value', label: 'value of a rule' },
  { kind: 'indicator', label: 'indicator' },
  { kind: 'technique', label: 'technique' },
];

/** What the marks in the text mean; each kind can be left out. */
export const Legend = ({ hidden, onHide }: { hidden: readonly Kind[]; onHide: (hidden: readonly Kind[]) => void }) => (
  <ul className="document-legend" aria-label="What the marks mean">
    {KINDS.map(({ kind, label }) => (
      <li key={kind}>
        <Checkbox
          isSelected={!hidden.includes(kind)}
          onChange={(shown) => onHide(shown ? hidden.filter((one) => one !== kind) : [...hidden, kind])}
        >
          <span className={`finding finding-${kind}`}>{label}</span>
        </Checkbox>
      </li>
    ))}
    <li>
      <span className="finding finding-value" data-whether="open">
        value
      </span>{' '}
      perhaps, or not by intruders
    </li>
    <li>
      <span className="finding finding-value" data-whether="did-not">
        value
      </span>{' '}
      did not happen
    </li>
    <li>
      <span className="cue">words</span> that say who and whether, for what is chosen
    </li>
  </ul>
);
