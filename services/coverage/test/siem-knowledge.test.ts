import { at } from './support/harness.js';
import { tar } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('exports of SIEMs are read', () => {
  const { api, user, newSiem, post } = useSiemImporter();

  const apply = async (id: string, name: string, file: string | Uint8Array): Promise<Answer> =>
    (await post(id, file, `file=${name}&apply=true`).expect(200)).body;
  const rulesOf = async (id: string): Promise<Answer[]> =>
    (
      await api()
        .http.get(at(`/siems/${id}/rules`))
        .set(user().key)
        .expect(200)
    ).body.rules;

  describe('Splunk: what comes with the searches is what they are read with', () => {
    const conf = (searches: Readonly<Record<string, string>>): string =>
      Object.entries(searches)
        .map(([name, search]) => `[${name}]\nenableSched = 1\nalert.track = 1\nsearch = ${search}\n`)
        .join('');
    const stops = 'eventName\nStopLogging\nDeleteTrail\n';
    const app = (searches: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) =>
      tar({ 'app/default/savedsearches.conf': conf(searches), ...files });
    const imported = async (
      searches: Readonly<Record<string, string>>,
      files: Readonly<Record<string, string>> = {},
    ) => {
      const id = await newSiem('splunk');
      const { warnings } = await apply(id, 'app.tar', app(searches, files));
      return { warnings, rules: await rulesOf(id) };
    };
    /** Names of the imported rules that notice every one of these events. */
    const noticing = async (rules: readonly Answer[], events: readonly string[]): Promise<string[]> => {
      const sigma = `title: x\nlogsource: {product: aws, service: cloudtrail}\ndetection: {s: {eventName: [${events.join()}]}, condition: s}\n`;
      const asked = {
        sigma,
        events: events.map((eventName) => ({ eventName, eventSource: 'cloudtrail.amazonaws.com' })),
      };
      const { body } = await api()
        .http.post(at('/siems/overlap'))
        .set(user().key)
        .send({ rules: [asked] })
        .expect(200);
      const ids = new Set(body.rules[0].covered_by.map(({ rule_id }: Answer) => rule_id));
      return rules.filter(({ id }) => ids.has(id)).map(({ name }) => name);
    };

    it('a subsearch over a lookup is its rows, by the name of its file or of its definition', async () => {
      const { rules, warnings } = await imported(
        {
          a: 'sourcetype=aws:cloudtrail [| inputlookup stops.csv | fields eventName]',
          b: 'sourcetype=aws:cloudtrail [| inputlookup stops | rename call AS eventName | fields eventName]',
        },
        {
          'app/lookups/stops.csv': stops,
          'app/lookups/calls.csv': 'call,owner\nStopLogging,"a, b"\n',
          'app/default/transforms.conf': '[stops]\nfilename = calls.csv\n',
        },
      );
      expect(warnings).toEqual([]);
      expect(rules).toMatchObject([
        { name: 'a', read: 'whole' },
        { name: 'b', read: 'whole' },
      ]);
      expect(await noticing(rules, ['StopLogging', 'DeleteTrail'])).toEqual(['a']);
      expect(await noticing(rules, ['StopLogging'])).toEqual(['a', 'b']);
      expect(await noticing(rules, ['CreateUser'])).toEqual([]);
    });

    it('a lookup that did not come with them, or that adds columns, is named in a warning', async () => {
      const { rules, warnings } = await imported({
        a: 'sourcetype=aws:cloudtrail eventName=StopLogging | search NOT [| inputlookup friends.csv | fields user]',
        b: 'sourcetype=aws:cloudtrail eventName=StopLogging | lookup people user OUTPUT team | search team=red',
      });
      expect(warnings).toEqual([
        {
          kind: 'lookups_unread',
          text: 'Lookups that rules use and that are not read: friends.csv (it did not come with the searches, or is no table of 1 MB): 1 rule; people (columns that the command lookup adds): 1 rule.',
        },
      ]);
      expect(rules).toMatchObject([
        { read: 'part', unread: [{ why: 'the lookup friends.csv is not there' }] },
        { read: 'part', unread: [{ why: expect.stringContaining('team is computed by lookup') }] },
      ]);
    });

    it('macros that did not come with them are named in a warning, with how many rules need them', async () => {
      const { rules, warnings } = await imported(
        {
          a: '`trail` `ours` eventName=StopLogging',
          b: '`ours` eventName=DeleteTrail',
          c: '`trail` `theirs(x)` eventName=CreateUser',
          d: '`trail` eventName=CreateUser | `a_filter`',
        },
        { 'app/default/macros.conf': '[trail]\ndefinition = sourcetype=aws:cloudtrail\n' },
      );
      expect(rules.map(({ name, read }) => [name, read])).toEqual([
        ['a', 'part'],
        ['b', 'part'],
        ['c', 'part'],
        ['d', 'whole'],
      ]);
      expect(warnings).toEqual([
        {
          kind: 'macros_unread',
          text: 'Macros that rules use and that did not come with the searches, so that these are read in part at most (each app has its own macros.conf): ours: 2 rules; theirs: 1 rule.',
        },
      ]);
    });

    it('a log of another system that Splunk has through AWS, or under a name of its own, is none of an account of AWS', async () => {
      const account = { name: 'a', provider: 'aws', external_account_id: '111122223333' };
      const { id: accountId } = (await api().http.post(at('/accounts')).set(user().key).send(account).expect(200)).body;
      const body = { name: 'fed', kind: 'splunk', account_ids: [accountId] };
      const { id } = (await api().http.post(at('/siems')).set(user().key).send(body).expect(200)).body;
      const searches = {
        github: 'sourcetype=aws:firehose:json action=created',
        okta: '(eventtype=okta_log OR sourcetype="OktaIM2:log") eventType=user.session.start',
        trail: 'sourcetype=aws:cloudtrail eventName=StopLogging',
      };
      await apply(id, 'savedsearches.conf', conf(searches));
      const accounts = (await rulesOf(id)).map((rule) => [rule.name, rule.reason, rule.accounts.length]);
      expect(accounts).toEqual([
        ['github', 'query_unread', 0],
        ['okta', 'log_elsewhere', 0],
        ['trail', expect.anything(), 1],
      ]);
    });

    it('a search over a data model of its own is what limits its object’s events; what the model computes is not read', async () => {
      const object = (objectName: string, parentName: string, search: string, more: object = {}) => ({
        ...{ objectName, parentName, lineage: parentName === 'BaseEvent' ? objectName : `${parentName}.${objectName}` },
        ...{ fields: [], calculations: [], constraints: [{ search, owner: objectName }], ...more },
      });
      const calculations = [
        { calculationType: 'Eval', expression: 'if(errorCode="x",1,0)', outputFields: [{ fieldName: 'failed' }] },
      ];
      const model = {
        modelName: 'Cloud',
        objects: [
          object('Trail', 'BaseEvent', 'sourcetype=aws:cloudtrail', { calculations }),
          object('Stops', 'Trail', 'eventName=StopLogging'),
        ],
      };
      const files = { 'app/default/data/models/Cloud.json': JSON.stringify(model) };
      const { rules, warnings } = await imported(
        {
          a: '| tstats count from datamodel=Cloud.Stops by Trail.user',
          b: '| from datamodel:"Cloud.Trail" | search eventName=DeleteTrail',
          c: '| tstats count from datamodel=Cloud.Stops where Trail.failed=1 by Trail.user',
          d: '| tstats count from datamodel=Other.Thing by Thing.user',
        },
        files,
      );
      expect(warnings).toEqual([
        {
          kind: 'data_models_unread',
          text: 'Data models whose definition did not come with the searches, or is a search of its own: Other: 1 rule.',
        },
      ]);
      expect(rules.map(({ read }) => read)).toEqual(['whole', 'whole', 'none', 'none']);
      expect(await noticing(rules, ['StopLogging'])).toEqual(['a']);
      expect(await noticing(rules, ['DeleteTrail'])).toEqual(['b']);
      expect(rules[2].unread[0].why).toContain('failed is computed by the data model Cloud.Stops');
    });
  });
});
