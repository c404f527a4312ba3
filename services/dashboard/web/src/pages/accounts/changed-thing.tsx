import { Link } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { TechniqueLink } from '../../attack/technique-link.js';

/** The technique or detection that changed, which leads to its page. */
export const ChangedThing = ({ account, change }: { account: string; change: Coverage['Change'] }) => {
  const { detection_id, name, technique_id } = change;
  if (technique_id !== null) return <TechniqueLink account={account} technique={{ name, technique_id }} />;
  return detection_id === null ? name : <Link to={`/coverage/${account}/detections/${detection_id}`}>{name}</Link>;
};
