export { type MailCatcher, startMailCatcher } from './mail-catcher.js';
