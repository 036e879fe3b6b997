/** The horizontal autoscaler leaves what is within a tenth of its aim (--horizontal-pod-autoscaler-tolerance). */
const TOLERANCE = 0.1;

/**
 * Decides as Kubernetes' horizontal autoscaler does on an external metric of AverageValue, which is what KEDA gives it: the ratio with
 * its tolerance, the stabilisation windows, then the policies of either direction. `upTimes` and `downTimes` shorten their periods.
 */
export function createAutoscaler({ threshold, replicasMin, replicasMax, scaleUp, scaleDown }, { upTimes, downTimes }) {
  const wishes = [];
  const changes = [];
  const up = shorten(scaleUp, upTimes);
  const down = shorten(scaleDown, downTimes);

  function wishFor(value, replicas) {
    const ratio = value / (threshold * replicas);
    return Math.abs(ratio - 1) <= TOLERANCE ? replicas : Math.ceil(value / threshold);
  }

  /** Up: no more than the least wish of its window. Down: no less than the greatest of its own. */
  function stabilise(wish, replicas, atMs) {
    wishes.push({ wish, atMs });
    const within = (ms) => wishes.filter((one) => one.atMs >= atMs - ms).map((one) => one.wish);
    const lowest = Math.min(wish, ...within(up.windowMs));
    const highest = Math.max(wish, ...within(down.windowMs));
    return Math.max(Math.min(replicas, highest), lowest);
  }

  /** How many were added (or, where `sign` is -1, taken away) in the policy's last period. */
  function changed(sign, periodMs, atMs) {
    const recent = changes.filter((one) => one.atMs > atMs - periodMs && Math.sign(one.by) === sign);
    return recent.reduce((sum, one) => sum + Math.abs(one.by), 0);
  }

  function upTo(replicas, atMs) {
    const limits = up.policies.map(({ type, value, periodMs }) => {
      const before = replicas - changed(1, periodMs, atMs);
      return type === 'Pods' ? before + value : Math.ceil(before * (1 + value / 100));
    });
    return Math.max(replicas, choose(up.selectPolicy, limits, 1));
  }

  function downTo(replicas, atMs) {
    const limits = down.policies.map(({ type, value, periodMs }) => {
      const before = replicas + changed(-1, periodMs, atMs);
      return type === 'Pods' ? before - value : Math.floor(before * (1 - value / 100));
    });
    return Math.min(replicas, choose(down.selectPolicy, limits, -1));
  }

  return {
    /** How many there should be; `value` null: the query gave no figure, which changes nothing. */
    decide({ value, replicas, atMs }) {
      if (value === null) return replicas;
      const stable = stabilise(wishFor(value, replicas), replicas, atMs);
      const allowed = Math.min(Math.max(stable, downTo(replicas, atMs)), upTo(replicas, atMs));
      const next = Math.min(Math.max(allowed, replicasMin), replicasMax);
      if (next !== replicas) changes.push({ by: next - replicas, atMs });
      return next;
    },
  };
}

function shorten({ stabilizationWindowSeconds, policies, selectPolicy = 'Max' }, times) {
  return {
    windowMs: (stabilizationWindowSeconds * 1000) / times,
    selectPolicy,
    policies: policies.map((policy) => ({ ...policy, periodMs: (policy.periodSeconds * 1000) / times })),
  };
}

/** Max is the policy of the greatest change, in either direction. */
function choose(selectPolicy, limits, sign) {
  const greatest = (selectPolicy === 'Max') === (sign === 1);
  return greatest ? Math.max(...limits) : Math.min(...limits);
}
