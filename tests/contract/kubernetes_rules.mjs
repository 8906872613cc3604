// Reads a JSON list of Kubernetes documents on standard input; prints what Monokle's rules find, as
// a JSON list of [rule, document, field]: pod security standards, good practice, dangling links.
import { readFileSync } from "node:fs";
import { createDefaultMonokleValidator, processRefs, ResourceParser } from "@monokle/validation";

const resources = JSON.parse(readFileSync(0, "utf8")).map((content, at) => ({
  id: String(at),
  fileId: "0",
  filePath: "kubernetes.yaml",
  fileOffset: 0,
  name: content.metadata.name,
  apiVersion: content.apiVersion,
  kind: content.kind,
  content,
  text: JSON.stringify(content, null, 1),
}));
const validator = createDefaultMonokleValidator();
const plugins = {
  "pod-security-standards": true,
  practices: true,
  "resource-links": true,
  // fetched from elsewhere; test_kubernetes.py has the schemas at hand
  "kubernetes-schema": false,
  "open-policy-agent": false,
};
await validator.preload({ plugins });
const named = Object.entries(validator.rules).flatMap(([plugin, rules]) =>
  rules.map(({ name }) => [`${plugin}/${name}`, "err"]),
);
await validator.preload({ plugins, rules: Object.fromEntries(named) });
processRefs(resources, new ResourceParser());
const { runs } = await validator.validate({ resources });
const found = runs.flatMap(({ results }) =>
  results.map(({ ruleId, locations }) => {
    const [resource, element] = locations[1].logicalLocations;
    return [ruleId, resource.name, element?.fullyQualifiedName ?? ""];
  }),
);
console.log(JSON.stringify(found));
