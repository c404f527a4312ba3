export { type CaughtMail, type MailCatcher, type MailCatcherOptions, startMailCatcher } from './mail-catcher.js';
