// powershell.mjs FILE...: whether PowerShell scripts can be parsed, by a grammar, on machines that have no PowerShell.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Language, Parser } from "web-tree-sitter";

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(fileURLToPath(import.meta.resolve("tree-sitter-powershell/tree-sitter-powershell.wasm"))));

for (const file of process.argv.slice(2)) {
	const wrong = (node) => (node.isError || node.isMissing ? [node] : node.children.flatMap(wrong));
	for (const node of wrong(parser.parse(readFileSync(file, "utf8")).rootNode)) {
		console.error(`${file}:${node.startPosition.row + 1}: cannot be parsed: ${node.text.split("\n")[0].slice(0, 80)}`);
		process.exitCode = 1;
	}
}
