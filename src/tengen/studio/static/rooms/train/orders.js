/** What a person lets happen to a run: pause, stop, go on, become an opponent. */

import { html } from "../../js/svg.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Followed} Followed */

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {() => Followed | null} current  the run that is looked at
 */
export function createOrders(root, { t, ask, notify, go, language }, current) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const dialog = /** @type {HTMLDialogElement} */ (place("ask"));
  const form = /** @type {HTMLFormElement} */ (place("ask-form"));
  const fields = place("ask-fields");
  const error = place("ask-error");
  /** @type {((data: FormData) => Promise<void>) | null} */
  let confirmed = null;

  /**
   * @param {string} what  the command's name in the address
   * @param {object} [body]
   */
  async function order(what, body) {
    const name = current()?.run?.name;
    if (name) await ask("POST", `/api/train/runs/${encodeURIComponent(name)}/${what}`, body);
  }

  /**
   * @param {string} button
   * @param {string} done  the key of what is said then
   * @param {string} [what]  the command, if the button is called otherwise
   * @param {object} [body]
   */
  function onClick(button, done, what = button, body) {
    place(button).addEventListener("click", async () => {
      const name = current()?.run?.name ?? "";
      try {
        await order(what, body);
        notify(t()(done, { name }));
        if (what === "forget") go("/train");
      } catch (problem) {
        notify(words(problem));
      }
    });
  }

  onClick("pause", "train.said.pause");
  onClick("stop", "train.said.stop");
  onClick("forget", "train.said.forget");
  onClick("at-once", "train.said.resume", "resume", { at_once: true });
  place("resume").addEventListener("click", askForMinutes);
  place("promote").addEventListener("click", askForName);
  place("ask-close").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await confirmed?.(new FormData(form));
      dialog.close();
    } catch (problem) {
      error.textContent = words(problem);
      error.hidden = false;
    }
  });

  /**
   * @param {string} kind
   * @param {HTMLElement[]} inputs
   * @param {(data: FormData) => Promise<void>} then
   */
  function openDialog(kind, inputs, then) {
    confirmed = then;
    error.hidden = true;
    place("ask-heading").textContent = t()(`train.${kind}`);
    place("ask-help").textContent = t()(`train.${kind}.help`);
    place("ask-do").textContent = t()(`train.${kind}.do`);
    fields.replaceChildren(...inputs);
    dialog.showModal();
  }

  /** A run goes on for as long as it was meant to, or for longer. */
  function askForMinutes() {
    const run = current()?.run;
    if (!run) return;
    const over = run.planned - run.minutes < 0.01;
    const suggested = Math.max(run.planned, Math.ceil(over ? run.minutes + 30 : run.planned));
    const input = html("input", { name: "minutes", type: "number", step: "any", min: 0.1, max: 525600, required: "", inputmode: "decimal", value: suggested || 30 });
    const now = html("input", { type: "checkbox", name: "now" });
    openDialog("resume", [
      field(t()("train.resume.minutes", { n: run.minutes.toLocaleString(language(), { maximumFractionDigits: 1 }) }), input),
      html("label", { class: "flag" }, [now, html("span", {}, [t()("train.resume.now")])]),
    ], async (data) => {
      await order("resume", { minutes: Number(data.get("minutes")), at_once: data.has("now") });
      notify(t()("train.said.resume", { name: run.name }));
    });
  }

  function askForName() {
    const told = current();
    if (!told?.run) return;
    const { name } = told.run;
    const networks = told.networks ?? [];
    const options = networks.map((network) => html("option", { value: network.name }, [
      t()(/^\d/.test(network.name) ? "train.promote.steps" : "train.promote.finished", { n: network.steps.toLocaleString(language()) }),
    ]));
    const taken = told.promoted ?? [];
    // By the name of the run its newest network is an opponent anyway.
    const first = Array.from({ length: 99 }, (_, n) => `${name} ${n + 2}`).find((each) => !taken.includes(each));
    const input = html("input", { name: "name", type: "text", maxlength: 60, required: "", autocomplete: "off", spellcheck: "false", value: first ?? "" });
    openDialog("promote", [
      field(t()("train.promote.network"), html("select", { name: "network" }, options)),
      field(t()("train.promote.name"), input),
    ], async (data) => {
      const called = String(data.get("name")).trim();
      await order("promote", { network: String(data.get("network")), name: called });
      notify(t()("train.said.promote", { name: called }));
    });
  }

  /**
   * @param {string} label
   * @param {HTMLElement} input
   */
  function field(label, input) {
    return html("label", { class: "field" }, [html("span", {}, [label]), input]);
  }

  return { close: () => dialog.close() };
}

/** @param {unknown} problem */
function words(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}
