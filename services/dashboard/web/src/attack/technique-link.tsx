import { Link } from 'react-router';

/** A technique by its id and the name that an answer gives it, which leads to its page in a cloud account. */
export const TechniqueLink = ({
  account,
  technique: { name, technique_id },
}: {
  account: string;
  technique: { readonly technique_id: string; readonly name: string };
}) => (
  <Link to={`/coverage/${account}/techniques/${technique_id}`}>
    {technique_id} {name}
  </Link>
);
