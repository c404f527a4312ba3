import { generate } from '@tripline/advisory';
import { DEFAULT_TARGET_IDS } from '@tripline/sigma';
import { textAdvisory } from './support/documents.js';

async function rulesOf(text: string) {
  return generate(await textAdvisory(text)).rules;
}

const AWS = 'The intrusion in AWS is told from CloudTrail and IAM user records. ';
const KUBERNETES = 'In the Kubernetes cluster the Kubernetes API server logged the attacker. ';
const OKTA = 'Okta logs, Okta admins and Okta users: the system log of Okta tells it. ';

describe('rules that count calls', () => {
  it.each([
    [
      'a number within a time',
      `${AWS}Within two minutes the intruder made more than 200 GetSecretValue calls.`,
      200,
      '2m',
    ],
    ['a number with thousands', `${AWS}They made 1,200 GetParameter calls in under an hour.`, 500, '1h'],
    ['a number as a word', `${AWS}They made dozens of CreateAccessKey requests per minute.`, 20, '1m'],
    [
      'a large number without a time',
      `${AWS}There were hundreds of failed GetPasswordData calls by the intruder.`,
      100,
      '10m',
    ],
    [
      'requests to a cluster',
      `${KUBERNETES}They deleted all events there: more than 90 delete requests within a minute.`,
      90,
      '1m',
    ],
    [
      'events of an identity provider',
      `${OKTA}The attacker sent 40 push notifications to one user within five minutes.`,
      40,
      '5m',
    ],
  ])('are drafted for %s', async (_, text, threshold, timespan) => {
    const counting = (await rulesOf(text)).filter(({ yaml }) => yaml.includes('type: event_count'));
    expect(counting).toHaveLength(1);
    expect(counting[0]?.yaml).toContain(`gte: ${threshold}`);
    expect(counting[0]?.yaml).toContain(`timespan: ${timespan}`);
    expect(Object.keys(counting[0]?.conversions ?? {}).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
  });

  it('say in their description what the text tells and what is a default', async () => {
    const [rule] = (await rulesOf(`${AWS}There were hundreds of failed GetPasswordData calls by the intruder.`)).filter(
      ({ yaml }) => yaml.includes('type: event_count'),
    );
    expect(rule?.yaml).toContain('The text tells 100');
    expect(rule?.yaml).toContain('the time of 10m is a default');
  });

  it('count by address where the text says that all came from one', async () => {
    const rules = await rulesOf(
      `${AWS}The intruder made more than 200 GetSecretValue calls within two minutes from one address.`,
    );
    expect(rules.find(({ yaml }) => yaml.includes('type: event_count'))?.yaml).toContain('- sourceIPAddress');
  });

  it('take number and time of a known behaviour from the text', async () => {
    const rules = await rulesOf(
      'The bot brute-forced SSH of the Linux server: more than 300 failed passwords for root within an hour.',
    );
    const [rule] = rules.filter(({ yaml }) => yaml.includes('type: event_count'));
    expect(rule?.yaml).toContain('gte: 300');
    expect(rule?.yaml).toContain('timespan: 1h');
  });

  it.each([
    ['a status', `${AWS}GetPasswordData by the intruder was denied with 403 many times.`],
    ['a time of day', `${AWS}At 09:12 GetPasswordData was called by the intruder in requests of a script.`],
    ['a year', `${AWS}In 2024 the intruder called GetPasswordData.`],
    [
      'a number of something else',
      `${AWS}The intruder called GetPasswordData and more than 900 objects were deleted within an hour.`,
    ],
    ['a limit of the service', `${AWS}AWS limits GetPasswordData to 200 calls within two minutes.`],
    [
      'the number of a rule',
      `${AWS}The alert fires, as our rule has it, on 100 GetPasswordData calls within 5 minutes.`,
    ],
    ['ordinary work', `${AWS}Legitimate applications make 300 GetPasswordData calls per minute.`],
    ['a burst of something else', `${AWS}The intruder called GetPasswordData in a burst of traffic.`],
    ['few calls', `${AWS}The intruder made 2 GetPasswordData calls within a minute.`],
  ])('are not drafted for %s', async (_, text) => {
    const rules = await rulesOf(text);
    expect(rules.filter(({ yaml }) => yaml.includes('event_count') && yaml.includes('GetPasswordData'))).toEqual([]);
  });
});

describe('rules on an order of calls', () => {
  it.each([
    ['in one sentence', `${AWS}The intruder called GetPasswordData, then CreateAccessKey.`],
    ['before another', `${AWS}The intruder called GetPasswordData before calling CreateAccessKey.`],
    ['followed by another', `${AWS}The intruder called GetPasswordData, followed by CreateAccessKey.`],
    ['in two sentences', `${AWS}The intruder called GetPasswordData. Afterwards they called CreateAccessKey.`],
  ])('are drafted where it is told %s', async (_, text) => {
    const ordered = (await rulesOf(text)).filter(({ yaml }) => yaml.includes('type: temporal_ordered'));
    expect(ordered).toHaveLength(1);
    expect(ordered[0]?.yaml).toContain('- userIdentity.arn');
    expect(Object.keys(ordered[0]?.conversions ?? {}).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
  });

  it.each([
    ['a list without an order', `${AWS}The intruder called GetPasswordData and CreateAccessKey.`],
    [
      'a far sentence',
      `${AWS}The intruder called GetPasswordData. Nothing else was seen. The team then met. They called CreateAccessKey.`,
    ],
    [
      'an order of something else',
      `${AWS}The intruder called GetPasswordData and then waited. On Monday CreateAccessKey was called.`,
    ],
    ['the contrary', `${AWS}The intruder called GetPasswordData immediately after CreateAccessKey.`],
    ['a later one first', `${AWS}The intruder called GetPasswordData later than CreateAccessKey.`],
    ['what followed', `${AWS}GetPasswordData followed CreateAccessKey, both by the intruder.`],
    ['a look back', `${AWS}The intruder called GetPasswordData. Before that, the intruder called CreateAccessKey.`],
    ['what could have been', `${AWS}The intruder called GetPasswordData and could then have called CreateAccessKey.`],
    ['others', `${AWS}The intruder called GetPasswordData, and the response team then called CreateAccessKey.`],
    ['what is known as a sequence', `${AWS}They called StopLogging and later DeleteTrail.`],
  ])('are not drafted for %s', async (_, text) => {
    const ordered = (await rulesOf(text)).filter(({ yaml }) => yaml.includes('type: temporal_ordered'));
    expect(ordered.filter(({ title }) => title.includes(', Then '))).toEqual([]);
  });
});
