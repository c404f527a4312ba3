export { type FetchedDocument, type FetchOptions, fetchDocument } from './guarded-fetch.js';
