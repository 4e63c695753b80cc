// Reads a JSON list of custom resources, and prints a line for each that the models of their projects reject.
import { readFileSync } from "node:fs";
import { Certificate, Issuer } from "@kubernetes-models/cert-manager/cert-manager.io/v1";
import { HTTPRoute } from "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1";

const models = new Map([Certificate, Issuer, HTTPRoute].map((model) => [`${model.apiVersion} ${model.kind}`, model]));
for (const resource of JSON.parse(readFileSync(0, "utf8"))) {
  const name = `${resource.apiVersion} ${resource.kind}`;
  const model = models.get(name);
  try {
    if (!model) throw new Error("no model of this version");
    new model(resource).validate();
  } catch (error) {
    console.log(`${name} ${resource.metadata.name}: ${error.message}`);
  }
}
