/** Each method in a few lines of Python, beside its formula: how it decides, how it learns. */

import { html } from "../../js/svg.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Step } from "./types.js" */

// N(s) is 1 + the visits of its moves: in its first one the node was new, and no move was chosen.
/** @param {string} q */
const simulate = (q) => `    worth = lambda a: ${q} + bonus(node, a)
    move = max(state.legal_actions(), key=worth)
    after = state.apply(move)
    value = -simulate(after, node.child(move))
    node.N[move] += 1
    node.Q[move] += (value - node.Q[move]) / node.N[move]
    return value`;

const TARGET = `    if after.outcome():
        return after.outcome().value_for(state.to_play)
    return -gamma * max(Q(after, b) for b in after.legal_actions())`;

/** @type {Record<string, Partial<Record<Step, string>>>} */
const CODES = {
  mcts: {
    decide: `def bonus(node, a):
    if node.N[a] == 0:
        return inf
    return c * sqrt(log(1 + node.N.sum()) / node.N[a])

def simulate(state, node):
    if state.outcome() or node.is_new:
        return random_game(state).value_for(state.to_play)
${simulate("node.Q[a]")}`,
  },
  alphazero: {
    decide: `def q(node, a):
    if node.N[a] > 0:
        return node.Q[a]
    mean = (node.N * node.Q).sum() / max(1, node.N.sum())
    return mean - 0.25 * sqrt(node.P[node.N > 0].sum())

def bonus(node, a):
    return c * node.P[a] * sqrt(1 + node.N.sum()) / (1 + node.N[a])

def simulate(state, node):
    if state.outcome():
        return state.outcome().value_for(state.to_play)
    if node.is_new:
        node.P, value = net(state)
        return value
${simulate("q(node, a)")}`,
    learn: `def loss(state, visits, result):
    logits, value = net(state)
    target = visits / visits.sum()
    return -(target * log_softmax(logits)).sum() + (result - value) ** 2`,
  },
  policy: { learn: `def loss(state, played):
    return -log_softmax(net(state))[played]` },
  dqn: { learn: `def target(state, move):
    after = state.apply(move)
${TARGET}

def loss(state, move):
    return (net(state)[move] - target(state, move)) ** 2` },
  qlearning: {
    decide: `def choose(state):
    moves = state.legal_actions()
    if random() < epsilon:
        return choice(moves)
    return max(moves, key=lambda a: Q(state, a))`,
    learn: `def target(state, move):
    after = state.apply(move)
${TARGET}

Q[state, move] += alpha * (target(state, move) - Q[state, move])`,
  },
  boardvalue: { learn: `G, targets = result, []
for state, after in reversed(moves_played):
    # Of a finished board V is the result.
    G = -((1 - lam) * V[after] + lam * G)
    targets.append((state, G))
# All targets are by the values from before.
for state, G in targets:
    V[state] += alpha * (G - V[state])` },
  nnue: { learn: `def target(state, result):
    score = search(state).score
    return lam * sigmoid(score / k) + (1 - lam) * result`,
  decide: `def search(state, alpha, beta, depth):
    if depth == 0 or state.outcome():
        return judge(state)
    for move in best_first(state):
        after = state.apply(move)
        value = -search(after, -beta, -alpha, depth - 1)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha` },
};

/** Where a value is the opponent's. */
const TURNS = /-simulate|-search|-gamma|G = -/;

/**
 * The lines of a step, to be unfolded; nothing where it has none.
 * @param {string} method
 * @param {Step} step
 * @param {Translate} t
 * @returns {Element[]}
 */
export function showCode(method, step, t) {
  const lines = CODES[method]?.[step];
  if (!lines) return [];
  const told = html("pre", { tabindex: 0, translate: "no" }, [lines]);
  const why = TURNS.test(lines) ? [html("p", { class: "hint" }, [t("learn.code.why")])] : [];
  return [html("details", { class: "code" }, [html("summary", {}, [t("learn.code")]), told, ...why])];
}
