export { createProgram, run } from './program.js';
