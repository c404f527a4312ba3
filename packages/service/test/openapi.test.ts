import {
  type ApiDescription,
  checkAnswers,
  clientDocument,
  createDocsRouter,
  json,
  OTHER_VALUES,
  openApiDocument,
  type TypeOf,
} from '@tripline/service';
import express from 'express';
import Joi from 'joi';
import request from 'supertest';

const part = json.resource('Part', { start: json.integer, end: json.integer });
const thing = json.resource(
  'Thing',
  {
    id: json.uuid,
    level: json.oneOf(['low', 'high']),
    name: json.nullable(json.text).description('what people call it'),
    whole: json.nullable(part),
    parts: json.list(part),
    counts: json.byKey(['a', 'b'], json.integer),
    outcome: json.either(json.object({ value: json.text }), json.object({ error: json.text })),
    madeAt: json.instant,
    note: json.text,
  },
  ['note'],
);
type Thing = TypeOf<typeof thing>;

const SAMPLE: Thing = {
  id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77',
  level: 'low',
  name: null,
  whole: null,
  parts: [{ start: 1, end: 2 }],
  counts: { a: 1 },
  outcome: { error: 'none' },
  madeAt: new Date(0),
};

const api: ApiDescription<'none'> = {
  title: 'Things',
  description: 'For tests.',
  serverUrl: '/',
  error: json.resource('Error', { detail: json.text }),
  securitySchemes: {},
  credentials: { none: { schemes: [], errors: {} } },
  successBody: (data) => json.object({ success: json.exactly(true), data }),
  tags: { Things: 'What there is.' },
  operations: [
    {
      id: 'createThing',
      method: 'post',
      path: '/things/{id}',
      tag: 'Things',
      summary: 'Make a thing',
      security: 'none',
      params: { id: json.uuid },
      query: Joi.object({ level: Joi.string().valid('low', 'high'), limit: Joi.number().integer().default(5) }),
      body: Joi.object({ name: Joi.string().required().example('a name'), note: Joi.string() }),
      success: { status: 200, description: 'The thing.', data: thing },
      errors: { 409: 'There is one.' },
    },
  ],
};

async function documentOf(described: ApiDescription<'none'>) {
  return (
    await request(express().use(createDocsRouter(described)))
      .get('/openapi.json')
      .expect(200)
  ).body;
}

describe('the OpenAPI document of declared resources', () => {
  test('names resources once, refers to them, and keeps their optional and nullable fields apart', async () => {
    const { components, paths } = await documentOf(api);
    expect(Object.keys(components.schemas).sort()).toEqual(['Error', 'Part', 'Thing']);
    const { properties, required } = components.schemas.Thing;
    expect(required).not.toContain('note');
    expect(required).toHaveLength(8);
    expect(properties.parts.items).toEqual({ $ref: '#/components/schemas/Part' });
    expect(properties.whole.anyOf).toEqual([{ $ref: '#/components/schemas/Part' }, { type: 'null' }]);
    expect(properties.name).toMatchObject({ type: ['string', 'null'], description: 'what people call it' });
    expect(properties.counts.additionalProperties).toEqual({ type: 'integer' });
    expect(paths['/things/{id}'].post.operationId).toBe('createThing');
  });

  test('leaves answers open for fields of later versions, and requests closed', async () => {
    const { components, paths } = await documentOf(api);
    expect(components.schemas.Thing).not.toHaveProperty('additionalProperties');
    const { requestBody } = paths['/things/{id}'].post;
    expect(requestBody.content['application/json'].schema.additionalProperties).toBe(false);
  });

  test('has an example of each body and answer, and a parameter is required unless it has a default', async () => {
    const { parameters, requestBody, responses } = (await documentOf(api)).paths['/things/{id}'].post;
    expect(requestBody.content['application/json'].example).toEqual({ name: 'a name' });
    const { example } = responses['200'].content['application/json'];
    expect(api.successBody(thing).validate(example, { convert: false }).error).toBeUndefined();
    expect(parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required])).toEqual([
      ['id', true],
      ['level', false],
      ['limit', false],
    ]);
  });

  test('cannot be made with two different resources of one name', () => {
    const other = json.resource('Part', { size: json.integer });
    const success = { status: 200, description: 'Both.', data: json.object({ thing, other }) } as const;
    const twice = { ...api, operations: api.operations.map((operation) => ({ ...operation, success })) };
    expect(() => openApiDocument(twice)).toThrow(/two different schemas are named Part/);
  });
});

describe('the document that clients are generated from', () => {
  const answer = json.resource('Answer', {
    state: json.oneOf(['on', 'off']),
    only: json.oneOf(['one']),
    maybe: json.nullable(json.oneOf(['on', 'off'])),
    several: json.list(json.oneOf(['on', 'off'])),
    status: json.closedOneOf(['yes', 'no']),
    kind: json.exactly('answer'),
  });
  const asked: ApiDescription<'none'> = {
    ...api,
    operations: api.operations.map((operation) => ({
      ...operation,
      query: Joi.object({ state: Joi.string().valid('on'), sort: Joi.string().valid('up', 'down') }),
      body: Joi.object({ kind: Joi.string().valid('on', 'off'), inputType: Joi.valid('on').required() }),
      events: { step: json.object({ state: json.oneOf(['on', 'off']) }) },
      success: { status: 200, description: 'It.', data: answer } as const,
    })),
  };
  // biome-ignore lint/suspicious/noExplicitAny: a document is read as its JSON
  const { components, paths } = clientDocument(asked) as any;
  const open = (...known: unknown[]) => ({ anyOf: [{ enum: known }, { type: 'string', [OTHER_VALUES]: true }] });

  test('takes any text beside the known values of a list in an answer, but not of a closed one or a constant', () => {
    expect(components.schemas.Answer.properties).toEqual({
      state: open('on', 'off'),
      only: open('one'),
      maybe: open('on', 'off', null),
      several: { type: 'array', items: open('on', 'off') },
      status: { type: 'string', enum: ['yes', 'no'] },
      kind: { const: 'answer' },
    });
  });

  test('takes a value back in a request where an answer may have given it, and else only what is listed', () => {
    const { parameters, requestBody } = paths['/things/{id}'].post;
    const schemaOf = (name: string) => parameters.find((one: { name: string }) => one.name === name).schema;
    expect(schemaOf('sort')).toEqual({ type: 'string', enum: ['up', 'down'] });
    const { properties } = requestBody.content['application/json'].schema;
    expect(properties.kind).toEqual(open('on', 'off'));
    expect(properties.inputType).toEqual({ const: 'on' });
  });

  test('describes the events of a stream by name', () => {
    expect(components.schemas.CreateThingEvents).toMatchObject({
      required: ['step'],
      properties: { step: { properties: { state: open('on', 'off') } } },
    });
  });

  test('has no examples and one error, and marks nothing in the document that the service publishes', () => {
    expect(JSON.stringify([components, paths])).not.toMatch(/"examples?"/);
    expect(Object.keys(paths['/things/{id}'].post.responses)).toEqual(['200', 'default']);
    const published = openApiDocument(asked) as { components: { schemas: Record<string, object> } };
    expect(published.components.schemas['Answer']).toMatchObject({
      properties: { state: { enum: ['on', 'off'] }, status: { enum: ['yes', 'no'] } },
    });
    expect(JSON.stringify(published)).not.toMatch(/"x-(closed|other)/);
  });
});

describe('the check of answers', () => {
  const faultsOf = async (body: unknown, status = 200) => {
    const faults: string[] = [];
    const app = express()
      .use(checkAnswers(api, '/base', (fault) => faults.push(fault)))
      .post('/base/things/:id', (_req, res) => void res.status(status).json(body));
    await request(app).post('/base/things/1').expect(status);
    return faults;
  };

  test('finds nothing in an answer as declared', async () => {
    expect(await faultsOf({ success: true, data: SAMPLE })).toEqual([]);
    expect(await faultsOf({ detail: 'There is one.' }, 409)).toEqual([]);
  });

  test.each([
    ['a field that is missing', { ...SAMPLE, level: undefined }, /"data.level" is required/],
    ['a field that nobody declared', { ...SAMPLE, secret: 'x' }, /"data.secret" is not allowed/],
    ['a value of another type', { ...SAMPLE, id: 7 }, /"data.id" must be a string/],
    ['null where it may not be', { ...SAMPLE, madeAt: null }, /"data.madeAt" must be a string/],
    ['a name that is none of the keys', { ...SAMPLE, counts: { c: 1 } }, /"data.counts.c" is not allowed/],
  ])('names %s', async (_what, data, fault) => {
    expect(await faultsOf({ success: true, data })).toEqual([expect.stringMatching(fault)]);
  });

  test('names a status that is not documented', async () => {
    expect(await faultsOf({ detail: 'x' }, 418)).toEqual([expect.stringMatching(/418: the status is not documented/)]);
  });
});
