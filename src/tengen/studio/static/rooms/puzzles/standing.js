/** How the person stands: a rating a kind, what is due, and the way there. */

import { createChart } from "../../js/chart.js";
import { html } from "../../js/svg.js";

/** @import { Standing } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

const FEWEST = 5;
/** Results of a kind from which on a curve tells something. */

const COLUMNS = ["rating", "solved", "streak", "due"];

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} curve
 */
export function createStanding(root, curve) {
  const chart = createChart(curve);

  /**
   * @param {Standing[]} kinds
   * @param {Translate} t
   */
  function drawTable(kinds, t) {
    const head = html("tr", {}, [
      html("th", { scope: "col" }, [t("puzzles.standing.kind")]),
      ...COLUMNS.map((name) => html("th", { scope: "col" }, [t(`puzzles.standing.${name}`)])),
    ]);
    const rows = kinds.map((row) => html("tr", {}, [
      html("th", { scope: "row" }, [row.game ? t(`game.${row.game}`) : t("puzzles.kind.mistakes")]),
      html("td", {}, [row.tries && row.game ? String(row.rating) : "–"]),
      html("td", {}, [`${row.solved} / ${row.tries}`]),
      html("td", {}, [String(row.streak)]),
      html("td", {}, [String(row.due)]),
    ]));
    const table = html("table", { class: "puzzle-table" }, [html("thead", {}, [head]), html("tbody", {}, rows)]);
    root.replaceChildren(table);
  }

  /**
   * @param {Standing[]} kinds
   * @param {Record<string, [number, number, number][]>} curves
   * @param {Translate} t
   * @param {string} language
   */
  function drawCurve(kinds, curves, t, language) {
    curve.hidden = kinds.every(({ kind, game }) => !game || (curves[kind] ?? []).length < FEWEST);
    if (curve.hidden) return;
    const lines = kinds.filter(({ game }) => game).map(({ kind, game }, hue) => ({
      key: kind,
      name: t(`game.${game}`),
      hue,
      points: (curves[kind] ?? []).map(([, rating], n) => /** @type {[number, number]} */ ([n + 1, rating])),
    })).filter(({ points }) => points.length > 1);
    chart.show({
      title: t("puzzles.standing.curve"), xName: t("puzzles.standing.puzzles"), xUnit: "count",
      yUnit: "count", lines, log: false, smoothing: 0, language, empty: "",
    });
  }

  return {
    /**
     * @param {{kinds: Standing[]}} overview
     * @param {Record<string, [number, number, number][]>} curves
     * @param {Translate} t
     * @param {string} language
     */
    draw(overview, curves, t, language) {
      drawTable(overview.kinds, t);
      drawCurve(overview.kinds, curves, t, language);
    },
  };
}
