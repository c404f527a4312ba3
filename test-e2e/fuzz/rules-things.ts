import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { type Data, type Hands, idOf, type Makers } from './hands.js';
import { ADVISORY, PIPELINE, ruleNamed, WEBHOOK_URL } from './samples.js';

/** How a persona gets what the rules service keeps: generations, rules, jobs, pipelines, webhooks. */
export function rulesThings({ as, failWaiting, keep, marker, ofRound, value }: Hands): Makers {
  const generate = async (name: string): Promise<{ id: string; rules: { key: string }[] }> => {
    const body = { inputType: 'text', text: `${ADVISORY}\n${marker(name)}`, title: marker(name) };
    return (await as<Data<{ id: string; rules: { key: string }[] }>>(name, 'POST /v1/generate', body)).data;
  };
  const newRule = async (name: string, more = ''): Promise<string> => {
    const yaml = ruleNamed(`${marker(name)}${more}`);
    const body = { inputType: 'sigma', yaml };
    return (await as<Data<{ rules: { key: string }[] }>>(name, 'POST /v1/generate', body)).data.rules[0]?.key ?? '';
  };
  const newJob = async (name: string, action: 'state' | 'export' | 'delete'): Promise<string> => {
    const rule = action === 'delete' ? newRule(name, ` ${randomUUID()}`) : value(name, 'rule');
    const body = { action, ruleKeys: [await rule], ...(action === 'state' ? { state: 'draft' } : {}) };
    return (await as<Data<{ jobId: string }>>(name, 'POST /v1/rules/bulk', body)).data.jobId;
  };
  /** A job that has been done. */
  const doneJob = async (name: string, action: 'export' | 'delete'): Promise<string> => {
    const id = await newJob(name, action);
    await eventually(
      async () => (await as<Data<{ state: string }>>(name, `GET /v1/rules/bulk/${id}`)).data.state === 'done',
    );
    return id;
  };
  const newPipeline = async (name: string): Promise<string> => {
    const body = { name: marker(name), text: PIPELINE };
    return (await as<Data<{ id: string }>>(name, 'POST /v1/pipelines', body)).data.id;
  };
  const newRulesWebhook = async (name: string): Promise<string> => {
    const body = { url: WEBHOOK_URL, events: ['generation.finished'] };
    return (await as<Data<{ id: string }>>(name, 'POST /v1/webhooks', body)).data.id;
  };
  const toldRulesRound = async (name: string): Promise<void> => {
    const id = await newRulesWebhook(name);
    await newRule(name, ` ${randomUUID()}`);
    await failWaiting(name, `/v1/webhooks/${id}`);
    type Told = Data<{ deliveries: { id: string }[] }>;
    const { deliveries } = (await as<Told>(name, `GET /v1/webhooks/${id}/deliveries`)).data;
    keep(name, 'toldRulesWebhook', { ticket: id, parts: { rulesDelivery: idOf(deliveries[0]) } });
  };

  return {
    generation: async (name) => (await generate(name)).id,
    rule: (name) => newRule(name),
    spareGeneration: async (name) => (await generate(name)).id,
    pipeline: newPipeline,
    sparePipeline: newPipeline,
    spareRule: (name) => newRule(name, ` ${randomUUID()}`),
    deletedRule: async (name) => {
      const key = await newRule(name, ` ${randomUUID()}`);
      await as(name, `DELETE /v1/rules/${key}`);
      return key;
    },
    job: (name) => newJob(name, 'state'),
    exportJob: (name) => doneJob(name, 'export'),
    deletingJob: (name) => doneJob(name, 'delete'),
    rulesWebhook: newRulesWebhook,
    ...ofRound(['toldRulesWebhook', 'rulesDelivery'], toldRulesRound),
  };
}
