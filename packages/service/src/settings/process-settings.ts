import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import { limitSetting, listSetting, secretSetting } from './kinds.js';
import { type PortChoice, portSetting } from './ports.js';

/** Whether the process runs for a developer on their own machine, for a test, or for users. */
export type Environment = 'development' | 'test' | 'production';

/** Settings of every process; {@link commonSettings} describes each. */
export interface CommonConfig {
  NODE_ENV: Environment;
  INSTANCE_ID: string;
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  LIMIT_SHUTDOWN_SECONDS: number;
  HTTP_PROXY?: string;
  HTTPS_PROXY?: string;
  NO_PROXY?: string;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' | 'http/json';
}

/** Settings of every process that works with Postgres and Redis; {@link processSettings} describes each. */
export interface ProcessConfig extends CommonConfig {
  DATABASE_URL: string;
  REDIS_URL: string;
  LIMIT_DATABASE_CONNECTIONS: number;
}

/** Settings of a process that answers HTTP; {@link httpSettings} describes each. */
export interface HttpConfig {
  PORT: PortChoice;
  ADMIN_PORT: PortChoice;
  TRUST_PROXY: number;
  CORS_ORIGINS: string[];
  DRAIN_SECONDS: number;
  LIMIT_SILENCE_SECONDS: number;
}

/** The schema of {@link CommonConfig}, to be spread into the `Joi.object` of a process without Postgres and Redis. */
export const commonSettings = {
  // Production by default, so that a forgotten variable never relaxes anything.
  NODE_ENV: Joi.string()
    .valid('development', 'test', 'production')
    .default('production')
    .description(
      'What the process is run for. With development it listens on this machine only, and people register without a mail.',
    ),
  INSTANCE_ID: Joi.string()
    .pattern(/^[\w.-]{1,64}$/)
    .default(() => randomUUID())
    .description(
      'Identifies the process in /healthz, so that the program that started it can tell it from another process.',
    )
    .meta({ expects: 'up to 64 letters, digits, dots, hyphens and underscores', default: 'a new one at each start' }),
  LOG_LEVEL: Joi.string()
    .valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .description('The lowest level that is logged.'),
  LIMIT_SHUTDOWN_SECONDS: limitSetting(25, { min: 1, max: 600 })
    .unit('seconds')
    .description('How long a stopping process waits for requests in flight, once it accepts no more calls.'),
  HTTP_PROXY: proxySetting('http://'),
  HTTPS_PROXY: proxySetting('https://'),
  NO_PROXY: Joi.string()
    .max(4096)
    .description('What is called without a proxy: hosts, host:port, .suffixes, or * for all.')
    .meta({ expects: 'a list with commas in between' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .description(
      'The base address of an OpenTelemetry collector, such as http://collector:4318. Switches traces on. OpenTelemetry’s other variables for exporter, resource and sampler hold too.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: Joi.string()
    .valid('http/protobuf', 'http/json')
    .default('http/protobuf')
    .description('The form in which traces are sent.'),
};

/** The schema of {@link ProcessConfig}, to be spread into a service's own `Joi.object`. */
export const processSettings = {
  ...commonSettings,
  DATABASE_URL: secretSetting()
    .uri({ scheme: ['postgres', 'postgresql'] })
    .required()
    .description('The address of Postgres with the user (the services’ own role), the password and the database.'),
  REDIS_URL: secretSetting()
    .uri({ scheme: ['redis', 'rediss'] })
    .required()
    .description(
      'The address of Redis or Valkey, with its password. It must not evict keys (maxmemory-policy noeviction).',
    ),
  LIMIT_DATABASE_CONNECTIONS: limitSetting(10, { min: 1, max: 500 })
    .unit('connections')
    .description(
      'The most connections to Postgres that one process uses for its work. One more checks whether Postgres answers.',
    ),
};

/** It is read from the environment where a call is made (`proxyFor`); here it is checked at start and described. */
function proxySetting(scheme: string): Joi.Schema {
  return Joi.string()
    .pattern(/^(https?:\/\/)?[^\s/]+\/?$/i)
    .meta({ expects: 'an address such as http://user:password@proxy:3128' })
    .description(
      `The proxy for calls to ${scheme} addresses outside this machine. The name in lower case works too, and takes precedence.`,
    );
}

/** The schema of {@link HttpConfig}; the default ports are the service's own. */
export function httpSettings(ports: { port: number; adminPort: number }) {
  return {
    PORT: portSetting(ports.port).description('Where the API listens.'),
    ADMIN_PORT: adminPortSetting(ports.adminPort),
    TRUST_PROXY: Joi.number()
      .integer()
      .min(0)
      .max(10)
      .default(0)
      .unit('proxies')
      .description('How many proxies in front of the API are trusted to set X-Forwarded-For. With 0, none is.'),
    CORS_ORIGINS: listSetting().description('Origins that browsers may call from. Without any, CORS is off.'),
    DRAIN_SECONDS: limitSetting(5, { min: 0, max: 600 })
      .unit('seconds')
      .description('How long a stopping process still accepts calls, once it has said that it is not ready.'),
    LIMIT_SILENCE_SECONDS: limitSetting(20, { min: 1, max: 600 })
      .unit('seconds')
      .description(
        'How long a request may send nothing before its end, and how long its headers may take. It is then closed.',
      ),
  };
}

/** Where a process serves health and metrics; a worker serves nothing else. */
export const adminPortSetting = (fallback: number): Joi.Schema =>
  portSetting(fallback).description('Where health and metrics are served. Not for users.');
