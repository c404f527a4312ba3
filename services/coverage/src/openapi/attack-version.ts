import { json } from '@tripline/service';

/** The version of ATT&CK that an answer counts by. */
export const attackVersion = json.text.example('17.1');
