import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Joi from 'joi';
import { type PortChoice, portSetting } from './http/ports.js';

/** Every fault found in the environment, so that an operator can repair all of them in one go. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** A setting that is a secret: it never has a default and may also come from the file that `NAME_FILE` names. */
export const secretSetting = (): Joi.StringSchema => Joi.string().max(4096).meta({ secret: true });

/** A comma-separated list setting: `a, b` becomes `['a', 'b']`; unset is the empty list. */
export const listSetting = (): Joi.Schema =>
  Joi.string()
    .custom((text: string) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .default([]);

/** A limit: a whole number within bounds, with the default that holds when it is unset. */
export const limitSetting = (fallback: number, bounds: { min: number; max: number }): Joi.NumberSchema =>
  Joi.number().integer().min(bounds.min).max(bounds.max).default(fallback);

function isSecret(schema: Joi.Schema): boolean {
  const description: { metas?: readonly { secret?: boolean }[] } = schema.describe();
  return description.metas?.some((meta) => meta.secret === true) ?? false;
}

/**
 * Reads the named settings from an environment and validates them whole. Settings the schema does not name are ignored,
 * an empty string counts as unset, and a secret `NAME` may be given as `NAME_FILE` (the file's content, one trailing
 * line break removed). Half-set groups are refused through the schema's own `.and(…)`.
 * @throws ConfigError naming every fault at once; values are never part of the message, since they may be secrets.
 */
export function loadConfig<T extends object>(schema: Joi.ObjectSchema<T>, env: NodeJS.ProcessEnv): T {
  const keys = Object.keys((schema.describe() as { keys?: Record<string, unknown> }).keys ?? {});
  const given: Record<string, string> = {};
  const faults: string[] = [];
  for (const key of keys) {
    const direct = env[key] === '' ? undefined : env[key];
    const file = isSecret(schema.extract(key)) ? env[`${key}_FILE`] || undefined : undefined;
    if (direct !== undefined && file !== undefined) {
      faults.push(`${key} and ${key}_FILE are both set: keep one`);
    } else if (file !== undefined) {
      try {
        given[key] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        faults.push(
          `${key}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
        );
      }
    } else if (direct !== undefined) {
      given[key] = direct;
    }
  }
  const { error, value } = schema.validate(given, { abortEarly: false, errors: { wrap: { label: false } } });
  const unreadable = new Set(faults.map((fault) => fault.split(/_FILE| and /)[0]));
  for (const detail of error?.details ?? []) {
    if (!unreadable.has(detail.path.join('.'))) faults.push(describeFault(detail));
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return value as T;
}

/** Joi's messages quote only labels and bounds, except these, which would repeat what was given. */
function describeFault(detail: Joi.ValidationErrorItem): string {
  if (detail.type === 'string.pattern.base') return `${detail.path.join('.')} has the wrong form`;
  if (detail.type === 'any.required') return `${detail.path.join('.')} is required`;
  return detail.message;
}

/** Whether the process runs for a developer on their own machine, for a test, or for users. */
export type Environment = 'development' | 'test' | 'production';

/** Settings of every process. */
export interface ProcessConfig {
  NODE_ENV: Environment;
  /** Names this process in `/healthz`, so that whoever started it knows its answers from another's; a new one each time unless set. */
  INSTANCE_ID: string;
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  DATABASE_URL: string;
  REDIS_URL: string;
  /** Connections one process may hold to Postgres. */
  LIMIT_DATABASE_CONNECTIONS: number;
  /** How long a stopping process, which takes no more calls, waits for what is in flight. */
  LIMIT_SHUTDOWN_SECONDS: number;
  /**
   * The base address of an OpenTelemetry collector, such as `http://collector:4318`: switches traces on. The other variables of OpenTelemetry's
   * exporter, resource and sampler (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` …) hold too.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  /** The form in which traces are sent, over HTTP. */
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' | 'http/json';
}

/** Settings of a process that answers HTTP. */
export interface HttpConfig {
  /** Where the API listens: a port, 0 for any free one, or a range such as `4001-4100` for the first free one of these. */
  PORT: PortChoice;
  /** Where health and metrics are served, in the same forms. */
  ADMIN_PORT: PortChoice;
  /** Number of proxies in front whose `X-Forwarded-For` entries are believed; 0 takes the socket's address. */
  TRUST_PROXY: number;
  /** Origins that browsers may call from; empty switches CORS off. */
  CORS_ORIGINS: string[];
  /** How long a stopping process, which is not ready any more, still takes calls. */
  DRAIN_SECONDS: number;
}

/** The schema of {@link ProcessConfig}, to be spread into a service's own `Joi.object`. */
export const processSettings = {
  // Production unless said otherwise: what development relaxes must never be relaxed by forgetting a variable.
  NODE_ENV: Joi.string().valid('development', 'test', 'production').default('production'),
  INSTANCE_ID: Joi.string()
    .pattern(/^[\w.-]{1,64}$/)
    .default(() => randomUUID()),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DATABASE_URL: secretSetting()
    .uri({ scheme: ['postgres', 'postgresql'] })
    .required(),
  REDIS_URL: secretSetting()
    .uri({ scheme: ['redis', 'rediss'] })
    .required(),
  LIMIT_DATABASE_CONNECTIONS: limitSetting(10, { min: 1, max: 500 }),
  LIMIT_SHUTDOWN_SECONDS: limitSetting(25, { min: 1, max: 600 }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string().uri({ scheme: ['http', 'https'] }),
  OTEL_EXPORTER_OTLP_PROTOCOL: Joi.string().valid('http/protobuf', 'http/json').default('http/protobuf'),
};

/** The schema of {@link HttpConfig}; the default ports are the service's own. */
export function httpSettings(ports: { port: number; adminPort: number }) {
  return {
    PORT: portSetting(ports.port),
    ADMIN_PORT: portSetting(ports.adminPort),
    TRUST_PROXY: Joi.number().integer().min(0).max(10).default(0),
    CORS_ORIGINS: listSetting(),
    DRAIN_SECONDS: limitSetting(5, { min: 0, max: 600 }),
  };
}
