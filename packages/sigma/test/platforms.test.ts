import {
  PLATFORM_IDS,
  PLATFORM_NAMES,
  PLATFORMS,
  platformId,
  platformName,
  platformOfLogsource,
} from '@tripline/sigma';

describe('the names of platforms', () => {
  test('stand for the ids of the API one by one, in its order', () => {
    expect(PLATFORM_NAMES.map(platformId)).toEqual(PLATFORM_IDS);
    expect(PLATFORM_IDS.map(platformName)).toEqual(PLATFORM_NAMES);
  });

  test('are what a platform’s own log source is read as', () => {
    for (const { id, logsource } of PLATFORMS) {
      const { categories = [], ...own } = logsource;
      expect([id, platformOfLogsource(own)]).toEqual([id, platformName(id)]);
      for (const category of categories) {
        expect([category, platformOfLogsource({ product: own.product, category })]).toEqual([
          category,
          platformName(id),
        ]);
      }
    }
  });
});
