/** A study taken along: the board as a picture, the game as a film, the moves as a file. */

import { html, svg } from "../../js/svg.js";
import { drawStill } from "../../js/board/view.js";
import { createGif, paletteOf } from "./gif.js";
import { paint } from "./paint.js";

/** @import { View } from "./types.js" */
/** @import { Position } from "../../js/types.js" */

const PNG_WIDTH = 1200;
const GIF_WIDTH = 480;
const MOVE_SECONDS = 0.8;
const END_SECONDS = 3;
const WOOD = ["#ecca8f", "#d9ad69"];
/** Of a film, which has few colours. */
const PLAIN = ["#e3bd80", "#e3bd80"];
const FRAME = "#5d3d22";

/** What a picture keeps of its styles. */
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
  "opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order",
];

/**
 * The drawing of a board as a picture of its own, styles and wood included.
 * @param {SVGSVGElement} drawing
 */
export function svgOf(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const originals = drawing.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => keepStyles(originals[index], element));
  const { x, y, width, height } = drawing.viewBox.baseVal;
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(60 * width)));
  copy.setAttribute("height", String(Math.round(60 * height)));
  const stops = WOOD.map((colour, index) => svg("stop", { offset: index, "stop-color": colour }));
  const wood = drawing.classList.contains("squares") ? FRAME : "url(#wood)";
  copy.prepend(
    svg("linearGradient", { id: "wood", x2: 1, y2: 1 }, stops),
    svg("rect", { x, y, width, height, fill: wood }),
  );
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {Element} original
 * @param {Element} copy
 */
function keepStyles(original, copy) {
  if (!(original instanceof SVGGraphicsElement)) return;
  const style = getComputedStyle(original);
  copy.removeAttribute("class");
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value) copy.setAttribute(name, value.replaceAll('"', "'"));
  }
  if (style.transform !== "none") copy.setAttribute("transform", style.transform);
  copy.removeAttribute("style");
}

/**
 * A canvas with the board on its wood.
 * @param {SVGSVGElement} drawing
 * @param {number} width
 * @param {string[]} colours  of the wood, from corner to corner
 */
function canvasOf(drawing, width, colours) {
  const box = drawing.viewBox.baseVal;
  const canvas = /** @type {HTMLCanvasElement} */ (document.createElement("canvas"));
  canvas.width = width;
  canvas.height = Math.round((width * box.height) / box.width);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const wood = context.createLinearGradient(0, 0, canvas.width, canvas.height);
  colours.forEach((colour, index) => wood.addColorStop(index, colour));
  context.fillStyle = drawing.classList.contains("squares") ? FRAME : wood;
  context.fillRect(0, 0, canvas.width, canvas.height);
  paint(drawing, context, width);
  return { canvas, context };
}

/**
 * @param {SVGSVGElement} drawing
 * @returns {Promise<Blob>}
 */
export function pngOf(drawing) {
  return new Promise((resolve, reject) => {
    canvasOf(drawing, PNG_WIDTH, WOOD).canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png");
  });
}

/**
 * A film of positions, one after the other.
 * @param {View} view
 * @param {Position[]} positions
 * @param {HTMLElement} stage  where the boards are drawn, unseen
 * @param {(share: number) => void} progress
 */
export async function gifOf({ study: { game }, turned }, positions, stage, progress) {
  const board = html("div");
  stage.replaceChildren(board);
  /** @param {Position} position */
  const shot = (position) => {
    drawStill(board, game, position, turned);
    const drawing = /** @type {SVGSVGElement} */ (board.querySelector("svg"));
    const { canvas, context } = canvasOf(drawing, GIF_WIDTH, PLAIN);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const middle = positions[positions.length >> 1];
  const palette = paletteOf([shot(middle), shot(positions[positions.length - 1])]);
  const first = shot(positions[0]);
  const gif = createGif(first.width, first.height, palette);
  for (const [index, position] of positions.entries()) {
    gif.add(shot(position), index === positions.length - 1 ? END_SECONDS : MOVE_SECONDS);
    progress((index + 1) / positions.length);
    // The page goes on between two pictures.
    await new Promise((resolve) => setTimeout(resolve));
  }
  stage.replaceChildren();
  return gif.end();
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (html("a", { download: name, href: URL.createObjectURL(blob) }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
