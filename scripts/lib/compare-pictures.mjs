// Compares two folders of pictures, and draws what differs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far two colours may be apart, of 1, before a pixel differs: less than any eye sees, more than the rounding of a shadow. */
const THRESHOLD = 0.1;

/**
 * Compares the pictures of two folders by their names.
 * @param before, now the folders, of PNG files
 * @param into where a picture of each difference is put: before, now, and now with what differs in red, beside each other
 * @returns a sentence for each picture that differs or is in one folder alone, by name
 */
export function comparePictures(before, now, into) {
  const names = [before, now].map((folder) => new Set(readdirSync(folder).filter((name) => name.endsWith('.png'))));
  mkdirSync(into, { recursive: true });
  return [...new Set([...names[0], ...names[1]])].sort().flatMap((name) => {
    const called = name.replace(/\.png$/, '');
    if (!names[0].has(name)) return [`${called}: new`];
    if (!names[1].has(name)) return [`${called}: no longer there`];
    const files = [join(before, name), join(now, name)].map((file) => readFileSync(file));
    // Most are alike to the last byte, and need not be unpacked.
    if (files[0].equals(files[1])) return [];
    const [one, other] = files.map((file) => PNG.sync.read(file));
    const difference = draw(one, other);
    if (difference.pixels === 0) return [];
    writeFileSync(join(into, name), PNG.sync.write(difference.picture));
    return [`${called}: ${wordsOf(one, other, difference)}`];
  });
}

function wordsOf(one, other, { box, pixels }) {
  const share = ((100 * pixels) / Math.max(one.width * one.height, other.width * other.height)).toFixed(2);
  const size =
    one.width === other.width && one.height === other.height
      ? ''
      : `, ${one.width} × ${one.height} has become ${other.width} × ${other.height}`;
  return `${pixels} pixels (${share} %) differ, from ${box.left}, ${box.top} to ${box.right}, ${box.bottom}${size}`;
}

/** Both pictures on sheets of one size, and beside them what differs. */
function draw(one, other) {
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const [first, second] = [one, other].map((picture) => onSheet(picture, width, height));
  const red = new PNG({ width, height });
  const pixels = pixelmatch(first.data, second.data, red.data, width, height, { threshold: THRESHOLD });
  const picture = new PNG({ width: width * 3, height });
  [first, second, red].forEach((part, place) => {
    PNG.bitblt(part, picture, 0, 0, width, height, width * place, 0);
  });
  return { pixels, picture, box: boxOfDifference(first.data, second.data, width) };
}

/** What a picture does not reach is left clear, and so differs from any colour. */
function onSheet(picture, width, height) {
  const sheet = new PNG({ width, height });
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0);
  return sheet;
}

function boxOfDifference(one, other, width) {
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  const [ones, others] = [one, other].map((data) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4));
  for (let at = 0; at < ones.length; at += 1) {
    if (ones[at] === others[at]) continue;
    const x = at % width;
    const y = Math.floor(at / width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
