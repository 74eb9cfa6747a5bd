/** What a person lets happen to a run: pause, stop, go on, become an opponent. */

import { html } from "../../js/svg.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Followed } from "./types.js" */

/**
 * What orders are given by; `confirmed` does what the open dialog asks about.
 * @typedef {object} Orders
 * @property {(id: string) => HTMLElement} place
 * @property {Shell} shell
 * @property {() => Followed | null} current  the run that is looked at
 * @property {((data: FormData) => Promise<void>) | null} confirmed
 */

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Orders["current"]} current
 */
export function createOrders(root, shell, current) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const dialog = /** @type {HTMLDialogElement} */ (place("ask"));
  const form = /** @type {HTMLFormElement} */ (place("ask-form"));
  /** @type {Orders} */
  const orders = { place, shell, current, confirmed: null };
  onClick(orders, "pause", "pause");
  onClick(orders, "stop", "stop");
  onClick(orders, "forget", "forget");
  onClick(orders, "at-once", "resume", { at_once: true });
  place("remove").addEventListener("click", () => remove(orders).catch((problem) => shell.notify(words(problem))));
  offerUndo(orders);
  place("resume").addEventListener("click", () => goOn(orders).catch((problem) => shell.notify(words(problem))));
  place("promote").addEventListener("click", () => askForName(orders));
  place("rename").addEventListener("click", () => askForNewName(orders));
  place("reset").addEventListener("click", () => askToReset(orders));
  place("ask-close").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await orders.confirmed?.(new FormData(form));
      dialog.close();
    } catch (problem) {
      place("ask-error").textContent = words(problem);
      place("ask-error").hidden = false;
    }
  });
  return { close: () => dialog.close(), translate: () => drawUndo(orders) };
}

/**
 * @param {Orders} orders
 * @param {string} what  the command's name in the address
 * @param {object} [body]
 */
async function order({ shell, current }, what, body) {
  const name = current()?.run?.name;
  if (name) await shell.ask("POST", `/api/train/runs/${encodeURIComponent(name)}/${what}`, body);
}

/**
 * @param {Orders} orders
 * @param {string} button
 * @param {string} what  the command that it gives
 * @param {object} [body]
 */
function onClick(orders, button, what, body) {
  const { place, shell, current } = orders;
  place(button).addEventListener("click", async () => {
    const { name = "", state } = current()?.run ?? {};
    try {
      await order(orders, what, body);
      shell.notify(shell.t()(`train.said.${what === "stop" && state === "queued" ? "withdraw" : what}`, { name }));
      if (what === "forget") shell.go("/train");
    } catch (problem) {
      shell.notify(words(problem));
    }
  });
}

/**
 * Put a run away; the list, which its address tells, offers it back.
 * @param {Orders} orders
 */
async function remove(orders) {
  const name = orders.current()?.run?.name ?? "";
  await order(orders, "remove");
  orders.shell.go(`/train?${new URLSearchParams({ removed: name })}`);
}

/** @param {Orders} orders */
function drawUndo({ place, shell }) {
  const name = removed();
  place("undo").hidden = !name;
  place("undo").children[0].textContent = shell.t()("train.removed", { name });
}

/** The run that was removed just now, as the address has it; else nothing. */
function removed() {
  return new URLSearchParams(location.search).get("removed") ?? "";
}

/** @param {Orders} orders */
function offerUndo(orders) {
  const { place, shell } = orders;
  drawUndo(orders);
  place("undo").children[1].addEventListener("click", async () => {
    const name = removed();
    try {
      await shell.ask("POST", `/api/train/runs/${encodeURIComponent(name)}/restore`);
      shell.go(`/train/${encodeURIComponent(name)}`);
    } catch (problem) {
      shell.notify(words(problem));
    }
  });
}

/**
 * @param {Orders} orders
 * @param {string} kind
 * @param {HTMLElement[]} inputs
 * @param {(data: FormData) => Promise<void>} then
 */
function openDialog(orders, kind, inputs, then) {
  const { place, shell } = orders;
  orders.confirmed = then;
  place("ask-error").hidden = true;
  place("ask-heading").textContent = shell.t()(`train.${kind}`);
  place("ask-help").textContent = shell.t()(`train.${kind}.help`);
  place("ask-do").textContent = shell.t()(`train.${kind}.do`);
  place("ask-fields").replaceChildren(...inputs);
  /** @type {HTMLDialogElement} */ (place("ask")).showModal();
}

/**
 * What never began is begun as it was asked for.
 * @param {Orders} orders
 */
async function goOn(orders) {
  const { run, config } = orders.current() ?? {};
  if (!run || config?.method) return askForMinutes(orders);
  await order(orders, "resume", {});
  orders.shell.notify(orders.shell.t()("train.said.resume", { name: run.name }));
}

/**
 * A run goes on for as long as it was meant to, or for longer.
 * @param {Orders} orders
 */
function askForMinutes(orders) {
  const { t, language, notify } = orders.shell;
  const run = orders.current()?.run;
  if (!run) return;
  const over = run.planned - run.minutes < 0.01;
  const suggested = Math.max(run.planned, Math.ceil(over ? run.minutes + 30 : run.planned));
  const input = html("input", { name: "minutes", type: "number", step: "any", min: 0.1, max: 525600, required: "", inputmode: "decimal", value: suggested || 30 });
  const now = html("input", { type: "checkbox", name: "now" });
  const spent = run.minutes.toLocaleString(language(), { maximumFractionDigits: 1 });
  openDialog(orders, "resume", [
    field(t()("train.resume.minutes", { n: spent }), input),
    html("label", { class: "flag" }, [now, html("span", {}, [t()("train.resume.now")])]),
  ], async (data) => {
    await order(orders, "resume", { minutes: Number(data.get("minutes")), at_once: data.has("now") });
    notify(t()("train.said.resume", { name: run.name }));
  });
}

/** @param {Orders} orders */
function askForName(orders) {
  const { t, language, notify } = orders.shell;
  const told = orders.current();
  if (!told?.run) return;
  const { run, networks = [], promoted = [] } = told;
  const options = networks.map((network) => html("option", { value: network.name }, [
    t()(/^\d/.test(network.name) ? "train.promote.steps" : "train.promote.newest", { n: network.steps.toLocaleString(language()) }),
  ]));
  // By the name of the run its newest network is an opponent anyway.
  const first = Array.from({ length: 99 }, (_, n) => `${run.name} ${n + 2}`).find((each) => !promoted.includes(each));
  const input = html("input", { name: "name", type: "text", maxlength: 60, required: "", autocomplete: "off", spellcheck: "false", value: first ?? "" });
  openDialog(orders, "promote", [
    field(t()("train.promote.network"), html("select", { name: "network" }, options)),
    field(t()("train.promote.name"), input),
  ], async (data) => {
    const called = String(data.get("name")).trim();
    await order(orders, "promote", { network: String(data.get("network")), name: called });
    notify(t()("train.said.promote", { name: called }));
  });
}

/** @param {Orders} orders */
function askForNewName(orders) {
  const { t, notify, go } = orders.shell;
  const run = orders.current()?.run;
  if (!run) return;
  const input = html("input", { name: "name", type: "text", maxlength: 60, required: "", autocomplete: "off", spellcheck: "false", value: run.name });
  openDialog(orders, "rename", [field(t()("train.rename.name"), input)], async (data) => {
    const called = String(data.get("name")).trim();
    await order(orders, "rename", { name: called });
    notify(t()("train.said.rename", { name: called }));
    go(`/train/${encodeURIComponent(called)}`);
  });
}

/** @param {Orders} orders */
function askToReset(orders) {
  const { t, notify } = orders.shell;
  const run = orders.current()?.run;
  if (!run) return;
  openDialog(orders, "reset", [], async () => {
    await order(orders, "reset");
    notify(t()("train.said.reset", { name: run.name }));
  });
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
function field(label, input) {
  return html("label", { class: "field" }, [html("span", {}, [label]), input]);
}

/** @param {unknown} problem */
function words(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}
