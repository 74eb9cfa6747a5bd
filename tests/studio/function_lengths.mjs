/**
 * Prints every function of the page's modules as one line of JSON: [lines, file, line, name].
 * Called with the folder of the `typescript` package and the page's jsconfig.json.
 */

import { pathToFileURL } from "node:url";

const [home, config] = process.argv.slice(2);
const { API } = await import(pathToFileURL(`${home}/dist/api/sync/api.js`).href);
const { SyntaxKind } = await import(pathToFileURL(`${home}/dist/ast/index.js`).href);
const FUNCTIONS = new Set([
  SyntaxKind.FunctionDeclaration, SyntaxKind.FunctionExpression, SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration, SyntaxKind.Constructor, SyntaxKind.GetAccessor, SyntaxKind.SetAccessor,
]);

const api = new API();
const { program } = api.updateSnapshot({ openProjects: [config] }).getProject(config);
for (const name of program.getSourceFileNames().filter((each) => each.endsWith(".js"))) {
  const file = program.getSourceFile(name);
  /** The number of the line, from 0, on which a character stands. */
  const line = (at) => file.text.slice(0, at).split("\n").length - 1;
  const visit = (node) => {
    if (FUNCTIONS.has(node.kind) && node.body) {
      const first = line(node.getStart(file));
      const lines = line(node.end) - first + 1;
      console.log(JSON.stringify([lines, name, first + 1, node.name?.text ?? ""]));
    }
    node.forEachChild(visit);
  };
  visit(file);
}
api.close();
