// parse-help: its one function, on the program's help text. Run in the folder that it is installed in.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const from = createRequire(process.env.PEER_SCRIPT + "/");
const { default: parseHelp } = await import(pathToFileURL(from.resolve("parse-help")).href);
const { flags } = parseHelp(readFileSync(process.argv[3], "utf-8"));
const options = Object.entries(flags).map(([name, flag]) => ({
  long: "--" + name,
  short: flag.alias ? "-" + flag.alias : null,
  other_names: [],
  value: null,
}));
const root = { name: process.argv[2], aliases: [], options, arguments: [], commands: [] };
console.log("\n" + JSON.stringify({ format: "hcp-author/tree/1", root }));
