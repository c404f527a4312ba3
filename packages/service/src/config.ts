import { readFileSync } from 'node:fs';
import type Joi from 'joi';
import { redact } from './log.js';
import { describeSettings, type SettingDescription } from './settings/describe-settings.js';
import { misspeltSettings } from './settings/misspelt-settings.js';

/** Every fault found in the environment, so that an operator can repair all of them in one go. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings of a schema from an environment and validates them whole. An empty string counts as unset, and a secret `NAME` may be given
 * as `NAME_FILE` (the file's content, one trailing line break removed). Half-set groups are refused through the schema's own `.and(…)`. Other
 * variables are left alone, unless their name is nearly that of a setting.
 * @throws ConfigError naming every fault at once; the value of a secret is never part of the message.
 */
export function loadConfig<T extends object>(schema: Joi.ObjectSchema<T>, env: NodeJS.ProcessEnv): T {
  const settings = new Map(describeSettings(schema).map((setting) => [setting.name, setting]));
  const faults = new Map<string, string>();
  const given: Record<string, string> = {};
  for (const { name, secret } of settings.values()) {
    try {
      const value = secret ? readSecret(name, env) : env[name];
      if (value) given[name] = value;
    } catch (error) {
      faults.set(name, (error as Error).message);
    }
  }
  const { error, value } = schema.validate(given, { abortEarly: false, errors: { wrap: { label: false } } });
  for (const detail of error?.details ?? []) {
    const name = detail.path.join('.');
    // Of one setting the first fault says enough; a fault of several together has no name.
    if (name === '') faults.set(detail.message, detail.message);
    else if (!faults.has(name)) faults.set(name, faultOf(detail, settings.get(name)));
  }
  const all = [...faults.values(), ...misspeltSettings([...settings.keys()], env)];
  if (all.length > 0) throw new ConfigError(all);
  return value as T;
}

/** A secret's value, from the variable itself or the file another names; undefined when neither is set. @throws Error that says what is wrong */
function readSecret(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name];
  if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: keep one`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(
      `${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    );
  }
}

/** Joi's own words for a fault; a message that a schema has set itself says more than we could. */
const GENERAL = /^(any\.(required|only|invalid)|number\.|boolean\.|string\.(?!forbidden))/;
const LONGEST_VALUE = 80;

function faultOf(detail: Joi.ValidationErrorItem, setting: SettingDescription | undefined): string {
  if (setting === undefined || !GENERAL.test(detail.type) || !isJoisOwn(detail)) return detail.message;
  const { description, expects, name, secret } = setting;
  const about = description === '' ? '' : ` ${description}`;
  if (detail.type === 'any.required') return `${name} is required. It takes ${expects}.${about}`;
  const shown = secret
    ? 'is not what it takes'
    : `is ${redact(JSON.stringify(detail.context?.value)).slice(0, LONGEST_VALUE)}`;
  return `${name} ${shown}. It takes ${expects}.${about}`;
}

/** Whether the message is the one Joi has for this fault, and no setting's own. */
const isJoisOwn = ({ message, type }: Joi.ValidationErrorItem): boolean =>
  type !== 'any.required' || message.endsWith(' is required');
