#!/usr/bin/env node
import { start } from '../dist/start.js';

process.exitCode = await start(process.argv);
