export { type FetchConfig, fetchSettings } from './config.js';
export { fetchOutcome } from './fetch-refusal.js';
export { type Call, callRefusal, guardedCall } from './guarded-call.js';
export { type FetchedDocument, type FetchOptions, fetchDocument } from './guarded-fetch.js';
export { guardedPost, type PostResult, postRefusal } from './guarded-post.js';
