import { useState } from 'react';
import { useTechniqueNames } from '../../../attack/catalogue.js';

/**
 * The ids of techniques as words that lead nowhere, such as in a long list that is walked through by keyboard. Their names come on hover, and are
 * loaded only then.
 */
export function TechniqueIds({ ids }: { ids: readonly string[] }) {
  const [isAsked, setAsked] = useState(false);
  return <span onPointerEnter={() => setAsked(true)}>{isAsked ? <NamedIds ids={ids} /> : ids.join(', ')}</span>;
}

function NamedIds({ ids }: { ids: readonly string[] }) {
  const { data } = useTechniqueNames();
  return <span title={ids.map((id) => `${id} ${data?.get(id)?.name ?? ''}`.trim()).join(', ')}>{ids.join(', ')}</span>;
}
