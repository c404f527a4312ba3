import { TARGETS } from 'virtual:targets';
import type { Rules } from '../api/clients.js';

/** A backend's id, such as `siem_spl`. */
export type Backend = Rules['MySiems']['siems'][number]['id'];

/** Where the data of a SIEM is, as its product calls it. */
export type Place = 'index' | 'sourcetype' | 'table';

/** The query languages, in the order in which they are shown: the six that every rule has, then those that come by name. */
export const BACKENDS = TARGETS;

/** The places that mean something in a language, as the service takes them. */
export const placesOf = (id: Backend): readonly Place[] => BACKENDS.find((backend) => backend.id === id)?.places ?? [];
