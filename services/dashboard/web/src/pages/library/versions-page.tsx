import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { Select } from '../../ui/select.js';
import { QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { say } from '../../ui/toast.js';
import { useRule } from './rule-queries.js';
import { TextDiff } from './text-diff.js';

/** A rule's versions, and what is different between two of them. */
export function Component() {
  useTitle('Versions');
  const query = useRule();
  return <QueryView query={query}>{(rule) => <Versions rule={rule} />}</QueryView>;
}

function Versions({ rule }: { rule: Rules['Rule'] }) {
  const [search, setSearch] = useSearchParams();
  const numbers = rule.versions.map(({ version }) => version).sort((one, other) => one - other);
  const newest = numbers.at(-1) ?? 1;
  const from = Number(search.get('from')) || (numbers.at(-2) ?? newest);
  const to = Number(search.get('to')) || newest;
  const texts = useQuery({
    queryKey: ['rules', 'versions', rule.owner, rule.ruleKey, from, to],
    queryFn: () => Promise.all([from, to].map((version) => versionOf(rule, version))),
  });
  const options = numbers.map((version) => ({ value: String(version), label: `version ${version}` }));
  return (
    <div className="stack">
      <div className="filters">
        <Select
          label="From"
          value={String(from)}
          options={options}
          onChange={(value) => setSearch({ from: value, to: String(to) })}
        />
        <Select
          label="To"
          value={String(to)}
          options={options}
          onChange={(value) => setSearch({ from: String(from), to: value })}
        />
      </div>
      <QueryView query={texts} lines={8}>
        {([before, after]) => (
          <TextDiff label={`From version ${from} to version ${to}`} from={before?.yaml ?? ''} to={after?.yaml ?? ''} />
        )}
      </QueryView>
      <Table
        label="Versions"
        rows={rule.versions}
        rowKey={({ version }) => String(version)}
        columns={[
          { id: 'version', title: 'Version', cell: ({ version }) => version },
          { id: 'at', title: 'Saved', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { id: 'by', title: 'By', cell: ({ createdBy }) => createdBy.email ?? 'an account that was deleted' },
          { id: 'title', title: 'Title', wideOnly: true, cell: ({ title }) => title },
          {
            id: 'restore',
            title: <span className="visually-hidden">Restore</span>,
            cell: ({ version }) => (version === newest ? 'the newest' : <Restore rule={rule} version={version} />),
          },
        ]}
      />
    </div>
  );
}

const versionOf = ({ owner, ruleKey: key }: Rules['Rule'], version: number) =>
  rulesData(rules.GET('/v1/rules/{key}/versions/{version}', { params: { path: { key, version }, query: { owner } } }));

function Restore({ rule, version }: { rule: Rules['Rule']; version: number }) {
  const restore = useMutation({
    mutationFn: async () => {
      const { yaml } = await versionOf(rule, version);
      const params = { path: { key: rule.ruleKey }, query: { owner: rule.owner } };
      return rulesData(rules.PATCH('/v1/rules/{key}', { params, body: { yaml } }));
    },
    onSuccess: () => say(`Version ${version} is the newest again.`),
  });
  return (
    <ConfirmButton
      kind="quiet"
      label="Restore"
      title={`Restore version ${version}?`}
      confirm="Restore it"
      work={() => restore.mutateAsync()}
    >
      Its text becomes a new version. Nothing is lost.
    </ConfirmButton>
  );
}
