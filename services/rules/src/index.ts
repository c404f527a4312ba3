export { createRulesApp, type RulesAppDeps } from './app.js';
export { type RulesConfig, rulesSettings } from './config.js';
