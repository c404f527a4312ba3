import { describedTarget, TARGET_IDS } from '@tripline/sigma';
import type { Plugin } from 'vite';

const NAME = 'virtual:targets';

/** The query languages as a module of the page, out of the descriptors that conversion itself is made from. */
export const targets: Plugin = {
  name: 'targets',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load(id) {
    if (id !== `\0${NAME}`) return null;
    const rows = TARGET_IDS.map((target) => {
      const { colours, default: isDefault, deployFormats, extension, settings, short } = describedTarget(target);
      return {
        ...{ id: target, name: short.language, product: short.product, grammar: colours, extension, isDefault },
        places: settings.filter((setting) => setting !== 'windows'),
        forms: Object.keys(deployFormats),
      };
    });
    return `export const TARGETS = ${JSON.stringify(rows)};`;
  },
};
