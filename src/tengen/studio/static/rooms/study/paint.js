/**
 * Our own drawings painted on a canvas: the page may load no picture but from the server, and so
 * an SVG of ours is drawn shape by shape, as the browser would.
 */

/**
 * @param {SVGSVGElement} drawing  in the document, so that its styles are known
 * @param {CanvasRenderingContext2D} context
 * @param {number} width  of the canvas
 */
export function paint(drawing, context, width) {
  const box = drawing.viewBox.baseVal;
  const scale = width / box.width;
  context.save();
  context.scale(scale, scale);
  context.translate(-box.x, -box.y);
  for (const child of drawing.children) paintElement(child, context, 1);
  context.restore();
}

/**
 * @param {Element} element
 * @param {CanvasRenderingContext2D} context
 * @param {number} opacity  of what it is in
 */
function paintElement(element, context, opacity) {
  if (!(element instanceof SVGGraphicsElement) || element instanceof SVGDefsElement) return;
  const style = getComputedStyle(element);
  const seen = opacity * Number(style.opacity);
  if (style.display === "none" || seen === 0) return;
  context.save();
  // A piece is placed by its style, its parts by their attributes: both are in here.
  const matrix = new DOMMatrix(style.transform === "none" ? "" : style.transform);
  context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  if (element instanceof SVGTextElement) paintText(element, style, context, seen);
  else if (element instanceof SVGGElement) for (const child of element.children) paintElement(child, context, seen);
  else paintShape(element, style, context, seen);
  context.restore();
}

/**
 * @param {SVGGraphicsElement} element
 * @param {CSSStyleDeclaration} style
 * @param {CanvasRenderingContext2D} context
 * @param {number} opacity
 */
function paintShape(element, style, context, opacity) {
  const path = shapeOf(element);
  if (style.fill !== "none") {
    context.globalAlpha = opacity * Number(style.fillOpacity);
    context.fillStyle = style.fill.startsWith("url(") ? shade(element, style.fill, context) : style.fill;
    context.fill(path);
  }
  if (style.stroke !== "none") {
    context.globalAlpha = opacity * Number(style.strokeOpacity);
    context.strokeStyle = style.stroke;
    context.lineWidth = parseFloat(style.strokeWidth);
    context.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
    context.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
    context.stroke(path);
  }
}

/** @param {SVGGraphicsElement} element */
function shapeOf(element) {
  const path = new Path2D(element.getAttribute("d") ?? "");
  if (element instanceof SVGCircleElement) {
    const { cx, cy, r } = lengths(element, "cx", "cy", "r");
    path.arc(cx, cy, r, 0, 2 * Math.PI);
  } else if (element instanceof SVGEllipseElement) {
    const { cx, cy, rx, ry } = lengths(element, "cx", "cy", "rx", "ry");
    path.ellipse(cx, cy, rx, ry, 0, 0, 2 * Math.PI);
  } else if (element instanceof SVGRectElement) {
    const { x, y, width, height, rx } = lengths(element, "x", "y", "width", "height", "rx");
    path.roundRect(x, y, width, height, rx);
  } else if (element instanceof SVGLineElement) {
    const { x1, y1, x2, y2 } = lengths(element, "x1", "y1", "x2", "y2");
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  }
  return path;
}

/**
 * Attributes as numbers, 0 where there is none.
 * @param {Element} element
 * @param {string[]} names
 * @returns {Record<string, number>}
 */
function lengths(element, ...names) {
  return Object.fromEntries(names.map((name) => [name, Number(element.getAttribute(name) ?? 0)]));
}

/**
 * The light on a round thing, from the gradient that its fill names.
 * @param {SVGGraphicsElement} element
 * @param {string} fill
 * @param {CanvasRenderingContext2D} context
 */
function shade(element, fill, context) {
  const id = /#([\w-]+)/.exec(fill)?.[1] ?? "";
  const source = element.ownerSVGElement?.querySelector(`#${id}`);
  const box = element.getBBox();
  if (!source) return "#000";
  const { cx, cy, r } = lengths(source, "cx", "cy", "r");
  const size = Math.max(box.width, box.height);
  const [x, y] = [box.x + cx * box.width, box.y + cy * box.height];
  const light = context.createRadialGradient(x, y, 0, x, y, r * size);
  for (const stop of source.querySelectorAll("stop")) {
    const hex = stop.getAttribute("stop-color") ?? "#000";
    const alpha = Math.round(255 * Number(stop.getAttribute("stop-opacity") ?? 1));
    light.addColorStop(Number(stop.getAttribute("offset")), hex + alpha.toString(16).padStart(2, "0"));
  }
  return light;
}

/**
 * @param {SVGTextElement} element
 * @param {CSSStyleDeclaration} style
 * @param {CanvasRenderingContext2D} context
 * @param {number} opacity
 */
function paintText(element, style, context, opacity) {
  const size = parseFloat(style.fontSize);
  const { x, y } = lengths(element, "x", "y");
  // Letters smaller than a pixel have no shape: they are set large and drawn small.
  const large = 100 / size;
  context.translate(x, y + 0.35 * size);
  context.scale(1 / large, 1 / large);
  context.font = `${style.fontWeight} 100px ${style.fontFamily}`;
  context.textAlign = style.textAnchor === "middle" ? "center" : "left";
  context.globalAlpha = opacity;
  const words = element.textContent ?? "";
  if (style.stroke !== "none") {
    context.strokeStyle = style.stroke;
    context.lineWidth = parseFloat(style.strokeWidth) * large;
    context.strokeText(words, 0, 0);
  }
  context.fillStyle = style.fill;
  context.fillText(words, 0, 0);
}
