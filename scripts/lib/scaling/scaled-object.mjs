import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../paths.mjs';

const OBJECT = 'docker/kubernetes/overlays/keda/scaled-object.yaml';
const WORKER = 'docker/kubernetes/pools/cpu/worker.yaml';
const MONITOR = 'docker/kubernetes/monitors/pod-monitor.yaml';

/** What the manifests say of scaling, read from the files that are deployed. */
export function readManifests() {
  const { spec } = readYaml(OBJECT);
  const [{ metadata, type, metricType }] = spec.triggers;
  if (type !== 'prometheus' || metricType !== 'AverageValue') {
    throw new Error(`${OBJECT}: a prometheus trigger of AverageValue was expected, got ${type} of ${metricType}.`);
  }
  const { scaleUp, scaleDown } = spec.advanced.horizontalPodAutoscalerConfig.behavior;
  const [{ env }] = readYaml(WORKER).spec.template.spec.containers;
  return {
    query: metadata.query,
    rules: {
      threshold: Number(metadata.threshold),
      replicasMin: spec.minReplicaCount,
      replicasMax: spec.maxReplicaCount,
      scaleUp,
      scaleDown,
    },
    concurrency: env.find(({ name }) => name === 'DRAPE_CONCURRENCY').value,
    scrapeSeconds: Number.parseInt(readYaml(MONITOR).spec.podMetricsEndpoints[0].interval, 10),
  };
}

/** The first object of a file. */
function readYaml(file) {
  const [document] = parseAllDocuments(readFileSync(join(ROOT, file), 'utf8'));
  return document.toJS();
}
