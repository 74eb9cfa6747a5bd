/** Animated GIFs, written as GIF89a says: w3.org/Graphics/GIF/spec-gif89a.txt. */

const COLOURS = 256;
const MOST_CODES = 4096;

/**
 * A picture in points of four bytes, as a canvas gives it.
 * @typedef {{width: number, height: number, data: Uint8ClampedArray}} Picture
 */

/**
 * The colours that pictures are drawn in: those seen most often, alike ones together.
 * @param {Picture[]} pictures
 * @returns {number[][]}  of red, green and blue
 */
export function paletteOf(pictures) {
  /** @type {Map<number, [count: number, red: number, green: number, blue: number]>} */
  const seen = new Map();
  for (const { data } of pictures) {
    for (let at = 0; at < data.length; at += 4) {
      const key = coarse(data[at], data[at + 1], data[at + 2]);
      const sum = seen.get(key) ?? [0, 0, 0, 0];
      sum[0]++;
      sum[1] += data[at];
      sum[2] += data[at + 1];
      sum[3] += data[at + 2];
      seen.set(key, sum);
    }
  }
  const often = [...seen.values()].sort((a, b) => b[0] - a[0]).slice(0, COLOURS);
  return often.map(([count, ...sums]) => sums.map((sum) => Math.round(sum / count)));
}

/**
 * Five bits of each colour in one number.
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
function coarse(red, green, blue) {
  return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number[][]} palette
 */
export function createGif(width, height, palette) {
  /** @type {Uint8Array[]} */
  const parts = [header(width, height, palette)];
  /** The colour of each point so far. @type {Uint8Array | null} */
  let before = null;
  const nearest = createNearest(palette);

  return {
    /**
     * Add a picture; only what has changed since the last is written.
     * @param {Picture} picture
     * @param {number} seconds  that it is shown
     */
    add({ data }, seconds) {
      const points = new Uint8Array(width * height);
      for (let at = 0; at < points.length; at++) {
        points[at] = nearest(data[4 * at], data[4 * at + 1], data[4 * at + 2]);
      }
      parts.push(...frame(points, changed(before, points, width, height), width, Math.round(seconds * 100)));
      before = points;
    },
    /** @returns {Blob} */
    end() {
      return new Blob([...parts.map((part) => part.slice()), Uint8Array.of(0x3b)], { type: "image/gif" });
    },
  };
}

/**
 * The palette's colour that is most like another; asked for each colour once.
 * @param {number[][]} palette
 */
function createNearest(palette) {
  const known = new Int16Array(1 << 15).fill(-1);
  return (/** @type {number} */ red, /** @type {number} */ green, /** @type {number} */ blue) => {
    const key = coarse(red, green, blue);
    if (known[key] >= 0) return known[key];
    let best = 0;
    let least = Infinity;
    palette.forEach(([r, g, b], index) => {
      const far = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2;
      if (far < least) [best, least] = [index, far];
    });
    return (known[key] = best);
  };
}

/**
 * Signature, screen, colours and that it is repeated for ever.
 * @param {number} width
 * @param {number} height
 * @param {number[][]} palette
 */
function header(width, height, palette) {
  const colours = Array.from({ length: COLOURS }, (_, index) => palette[index] ?? [0, 0, 0]).flat();
  return Uint8Array.from([
    ...bytes("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...colours,
    0x21, 0xff, 11, ...bytes("NETSCAPE2.0"), 3, 1, 0, 0, 0,
  ]);
}

/** @param {string} letters */
const bytes = (letters) => [...letters].map((letter) => letter.charCodeAt(0));

/** @param {number} value */
const word = (value) => [value & 255, value >> 8];

/**
 * The smallest rectangle with all that changed; one point where nothing did.
 * @param {Uint8Array | null} before
 * @param {Uint8Array} points
 * @param {number} width
 * @param {number} height
 */
function changed(before, points, width, height) {
  if (!before) return { left: 0, top: 0, right: width, bottom: height };
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 0; at < points.length; at++) {
    if (points[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box.right ? box : { left: 0, top: 0, right: 1, bottom: 1 };
}

/**
 * @param {Uint8Array} points
 * @param {{left: number, top: number, right: number, bottom: number}} box
 * @param {number} width
 * @param {number} hundredths  of a second
 */
function frame(points, { left, top, right, bottom }, width, hundredths) {
  const inside = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y++) {
    inside.set(points.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  }
  const control = [0x21, 0xf9, 4, 4, ...word(hundredths), 0, 0];
  const place = [0x2c, ...word(left), ...word(top), ...word(right - left), ...word(bottom - top), 0];
  return [Uint8Array.from([...control, ...place, 8]), blocks(compress(inside)), Uint8Array.of(0)];
}

/**
 * Data in blocks of at most 255 bytes, each with its length.
 * @param {Uint8Array} data
 */
function blocks(data) {
  const out = new Uint8Array(data.length + Math.ceil(data.length / 255));
  for (let at = 0, to = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255);
    out[to] = part.length;
    out.set(part, to + 1);
    to += part.length + 1;
  }
  return out;
}

/**
 * LZW with codes of growing length, for points of eight bits.
 * @param {Uint8Array} points
 */
function compress(points) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  const out = new Uint8Array(2 * points.length + 16);
  /** Codes of strings: that of the string before its last point, and the point. */
  const codes = new Int16Array(MOST_CODES * COLOURS);
  let [size, next, bits, held, to] = [9, end + 1, 0, 0, 0];

  /** @param {number} code */
  function put(code) {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8) {
      out[to++] = held & 255;
      held >>>= 8;
    }
  }

  put(clear);
  let string = points[0];
  for (let at = 1; at < points.length; at++) {
    const longer = string * COLOURS + points[at];
    if (codes[longer]) {
      string = codes[longer];
      continue;
    }
    put(string);
    if (next < MOST_CODES) {
      // The reader learns each code one step later: codes grow when it has room for the next no more.
      if (next === 1 << size) size++;
      codes[longer] = next++;
    } else {
      put(clear);
      codes.fill(0);
      [size, next] = [9, end + 1];
    }
    string = points[at];
  }
  put(string);
  if (next === 1 << size && size < 12) size++;
  put(end);
  if (bits) out[to++] = held & 255;
  return out.subarray(0, to);
}
