/** A board of crossing lines with stones on the crossings: Gomoku, later Go. */

import { svg } from "./svg.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./board.js").Picture} Picture */

const MARGIN = 1.12;
/** Room around the outer lines, in cells: half a stone, and the coordinates. */

const STONE = 0.476;
/** Radius of a stone, in cells: neighbours almost touch. */

/**
 * @param {Game} game
 */
export function createBoard(game) {
  const { width, height } = game;
  const box = [-MARGIN, -MARGIN, width - 1 + 2 * MARGIN, height - 1 + 2 * MARGIN];
  const layers = ["heat", "shadows", "stones", "marks", "ghosts", "cursor"].map((name) =>
    svg("g", { class: name }),
  );
  const [heat, shadows, stones, marks, ghosts, cursor] = layers;
  const drawing = svg("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, [
    shades(),
    lines(game),
    coordinates(game),
    ...layers,
  ]);
  // Lines and letters are as thick on a small board as on a large one.
  drawing.style.setProperty("--thick", String(box[2] / 16));
  let board = "";

  /** @param {number} point */
  const at = (point) => ({ x: point % width, y: Math.floor(point / width) });

  /** @param {Picture} picture */
  function update(picture) {
    if (picture.board !== board) {
      drawStones(picture);
      board = picture.board;
    }
    drawing.classList.toggle("past", picture.past);
    drawing.classList.toggle("line-shown", picture.ghosts.length > 0);
    heat.replaceChildren(...picture.spots.flatMap(drawSpot));
    const marked = picture.line.length ? drawLine(picture) : picture.last.map(drawLast(picture));
    marks.replaceChildren(...marked);
    ghosts.replaceChildren(...picture.ghosts.map(drawGhost), ...drawHover(picture));
    cursor.replaceChildren(...(picture.cursor === null ? [] : [drawCursor(picture.cursor)]));
  }

  /** @param {Picture} picture */
  function drawStones(picture) {
    const points = [...picture.board].flatMap((piece, point) => (piece === "0" ? [] : [point]));
    // Stones that stay are left alone, so that only a new one comes with a movement.
    const fresh = new Set(points.filter((point) => board[point] !== picture.board[point]));
    const few = fresh.size <= 2 && board !== "";
    shadows.replaceChildren(
      ...points.map((point) => {
        const { x, y } = at(point);
        return svg("circle", { cx: x + 0.05, cy: y + 0.09, r: STONE * 1.13, fill: "url(#shadow)" });
      }),
    );
    stones.replaceChildren(
      ...points.map((point) => {
        const stone = drawStone(point, picture.board[point] === "1" ? 0 : 1);
        if (few && fresh.has(point)) stone.classList.add("placed");
        return stone;
      }),
    );
  }

  /**
   * @param {number} point
   * @param {0 | 1} player
   */
  function drawStone(point, player) {
    const { x, y } = at(point);
    return svg("circle", { cx: x, cy: y, r: STONE, class: `stone player-${player}`, "data-at": point });
  }

  /** @param {Picture["spots"][number]} spot */
  function drawSpot(spot) {
    const { x, y } = at(spot.action);
    const tint = spot.tint === 0 ? "plain" : spot.tint > 0 ? "good" : "bad";
    const disc = svg("circle", {
      cx: x,
      cy: y,
      r: 0.22 + 0.24 * spot.strength,
      class: `spot ${tint}${spot.best ? " best" : ""}`,
      "fill-opacity": (0.12 + 0.8 * spot.strength).toFixed(2),
      "data-action": spot.action,
    });
    return spot.label ? [disc, text(x, y, spot.label, "spot-label")] : [disc];
  }

  /** @param {Picture} picture */
  function drawLast(picture) {
    return (/** @type {number} */ point) => {
      const { x, y } = at(point);
      const on = picture.board[point] === "1" ? 0 : 1;
      return svg("circle", { cx: x, cy: y, r: 0.2, class: `last on-${on}` });
    };
  }

  /** @param {Picture} picture */
  function drawLine(picture) {
    const lines = rows(picture.line.map(at), Number(game.settings.win_length)).map(([from, to]) =>
      svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "win-line" }),
    );
    const rings = picture.line.map((point) => {
      const { x, y } = at(point);
      return svg("circle", { cx: x, cy: y, r: STONE * 0.99, class: "win-stone", "data-at": point });
    });
    return [...lines, ...rings];
  }

  /** @param {Picture["ghosts"][number]} ghost */
  function drawGhost(ghost) {
    const { x, y } = at(ghost.point);
    const stone = drawStone(ghost.point, ghost.player);
    stone.classList.add("ghost");
    const number = text(x, y, String(ghost.number), `ghost-number on-${ghost.player}`);
    return svg("g", {}, [stone, number]);
  }

  /** @param {Picture} picture */
  function drawHover(picture) {
    if (!picture.hover || picture.ghosts.length) return [];
    const stone = drawStone(picture.hover.point, picture.hover.player);
    stone.classList.add("hover");
    return [stone];
  }

  /** @param {number} point */
  function drawCursor(point) {
    const { x, y } = at(point);
    const [a, b] = [0.5, 0.24];
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(
      ([i, j]) => `M${x + i * a} ${y + j * b}V${y + j * a}H${x + i * b}`,
    );
    return svg("path", { d: corners.join(""), class: "cursor-mark" });
  }

  return {
    drawing,
    update,
    /** Where the cells lie, in percent of the drawing. */
    cell: (/** @type {number} */ point) => {
      const { x, y } = at(point);
      return {
        left: (100 * (x - 0.5 + MARGIN)) / box[2],
        top: (100 * (y - 0.5 + MARGIN)) / box[3],
        width: 100 / box[2],
        height: 100 / box[3],
      };
    },
  };
}

/**
 * The ends of every row of at least `least` points: one move may complete several.
 * @param {{x: number, y: number}[]} points
 * @param {number} least
 */
function rows(points, least) {
  /** @type {(x: number, y: number) => boolean} */
  const has = (x, y) => points.some((point) => point.x === x && point.y === y);
  return [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([dx, dy]) =>
    points.flatMap((from) => {
      if (has(from.x - dx, from.y - dy)) return [];
      let length = 1;
      while (has(from.x + length * dx, from.y + length * dy)) length++;
      const to = { x: from.x + (length - 1) * dx, y: from.y + (length - 1) * dy };
      return length >= least ? [[from, to]] : [];
    }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} kind
 */
function text(x, y, words, kind) {
  return svg("text", { x, y, dy: ".35em", class: kind }, [words]);
}

/** @param {Game} game */
function lines({ width, height }) {
  const path = [];
  for (let x = 0; x < width; x++) path.push(`M${x} 0V${height - 1}`);
  for (let y = 0; y < height; y++) path.push(`M0 ${y}H${width - 1}`);
  const frame = svg("rect", { x: 0, y: 0, width: width - 1, height: height - 1, class: "frame" });
  const stars = starPoints(width).flatMap((x) =>
    starPoints(height).map((y) => svg("circle", { cx: x, cy: y, r: 0.1 })),
  );
  // An odd number of rows and columns of stars would crowd a Gomoku board: only the centre stays.
  const centre = (width - 1) / 2;
  const few = stars.filter((star) => {
    const [x, y] = [Number(star.getAttribute("cx")), Number(star.getAttribute("cy"))];
    return width >= 17 || width !== height || (x === centre) === (y === centre);
  });
  return svg("g", { class: "lines" }, [svg("path", { d: path.join("") }), frame, ...few]);
}

/**
 * Where custom puts star points along a side: fourth lines (third on small boards), and the centre.
 * @param {number} size
 */
function starPoints(size) {
  if (size < 7) return size % 2 ? [(size - 1) / 2] : [];
  const edge = size < 13 ? 2 : 3;
  const stars = [edge, size - 1 - edge];
  return size % 2 ? [...stars, (size - 1) / 2] : stars;
}

/** @param {Game} game */
function coordinates({ width, height, columns, rows }) {
  const names = columns.flatMap((name, x) => [
    text(x, -0.8, name, ""),
    text(x, height - 1 + 0.8, name, ""),
  ]);
  names.push(
    ...rows.flatMap((name, y) => [text(-0.8, y, name, ""), text(width - 1 + 0.8, y, name, "")]),
  );
  return svg("g", { class: "coordinates" }, names);
}

/** The light on the stones: from above, a little from the left. */
function shades() {
  /** @type {(id: string, stops: [number, string, number?][], place?: object) => SVGElement} */
  const gradient = (id, stops, place = { cx: 0.36, cy: 0.3, r: 0.78 }) =>
    svg("radialGradient", { id, ...place }, stops.map(([offset, colour, opacity = 1]) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
    ));
  return svg("defs", {}, [
    gradient("stone-0", [[0, "#6a6866"], [0.22, "#3c3b3a"], [0.62, "#1b1a1a"], [1, "#0a0909"]]),
    gradient("stone-1", [[0, "#ffffff"], [0.55, "#f6f3ee"], [0.86, "#dfdad1"], [1, "#bfb8ac"]]),
    gradient("shadow", [[0.55, "#241402", 0.62], [0.84, "#241402", 0.3], [1, "#241402", 0]],
      { cx: 0.5, cy: 0.5, r: 0.5 }),
  ]);
}
