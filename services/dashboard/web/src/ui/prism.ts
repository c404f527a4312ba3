import './prism-manual.js';
import Prism from 'prismjs';
import 'prismjs/components/prism-yaml.js';
import 'prismjs/components/prism-json.js';
import 'prismjs/components/prism-splunk-spl.js';
import 'prismjs/components/prism-kusto.js';
import 'prismjs/components/prism-sql.js';
import 'prismjs/components/prism-bash.js';

export { Prism };
