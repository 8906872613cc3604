// Reads a JSON list of mermaid graphs on standard input; fails where mermaid's own parser does.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html>");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");
mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
for (const graph of JSON.parse(readFileSync(0, "utf8"))) {
  await mermaid.parse(graph);
}
