import { json } from '@tripline/service';
import { convertedRule } from '../rule/converted-rule.js';

/** What a conversion answers, a rule for each document of the text. */
export const conversionResource = json.object({ rules: json.list(convertedRule) });
