import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';

// By an address that the compiler does not follow: it is a script.
const { comparePictures } = (await import(new URL('../lib/compare-pictures.mjs', import.meta.url).href)) as {
  comparePictures: (before: string, now: string, into: string) => string[];
};

let folder: string;
const put = (side: string, name: string, picture: PNG): void => {
  mkdirSync(join(folder, side), { recursive: true });
  writeFileSync(join(folder, side, `${name}.png`), PNG.sync.write(picture));
};
/** A white picture with black pixels at these places. */
const drawn = (width: number, height: number, ...black: readonly (readonly [number, number])[]): PNG => {
  const picture = new PNG({ width, height });
  picture.data.fill(255);
  for (const [x, y] of black) picture.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return picture;
};
const compare = (): string[] => comparePictures(join(folder, 'before'), join(folder, 'now'), join(folder, 'differ'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-pictures-'));
  put('before', 'alike', drawn(10, 10, [3, 3]));
  put('now', 'alike', drawn(10, 10, [3, 3]));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('pictures that are alike are not listed, and those that differ are, by how much and where', () => {
  put('before', 'button', drawn(20, 10));
  put('now', 'button', drawn(20, 10, [4, 2], [10, 7]));
  expect(compare()).toEqual(['button: 2 pixels (1.00 %) differ, from 4, 2 to 10, 7']);
  const { height, width } = PNG.sync.read(readFileSync(join(folder, 'differ/button.png')));
  expect([width, height]).toEqual([60, 10]);
  expect(existsSync(join(folder, 'differ/alike.png'))).toBe(false);
});

test('what is in one folder alone is listed as new or gone', () => {
  put('before', 'old', drawn(4, 4));
  put('now', 'new', drawn(4, 4));
  expect(compare()).toEqual(['new: new', 'old: no longer there']);
});

test('a picture of another size differs by what the other does not reach', () => {
  put('before', 'page', drawn(10, 10));
  put('now', 'page', drawn(10, 14));
  expect(compare()).toEqual(['page: 40 pixels (28.57 %) differ, from 0, 10 to 9, 13, 10 × 10 has become 10 × 14']);
});
