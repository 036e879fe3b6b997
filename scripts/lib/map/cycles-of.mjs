/** Groups of files that import each other in a circle. `graph`: file → what it imports. Source: Tarjan 1972, without recursion. */
export function cyclesOf(graph) {
  const state = { graph, order: new Map(), low: new Map(), path: [], onPath: new Set(), cycles: [] };
  for (const file of graph.keys()) if (!state.order.has(file)) explore(state, file);
  return state.cycles;
}

function explore(state, start) {
  const { graph, order, low, onPath } = state;
  const stack = [enter(state, start)];
  while (stack.length > 0) {
    const { file, rest } = stack.at(-1);
    const { value: next, done } = rest.next();
    if (done) {
      stack.pop();
      const above = stack.at(-1)?.file;
      if (above !== undefined) low.set(above, Math.min(low.get(above), low.get(file)));
      if (low.get(file) === order.get(file)) close(state, file);
    } else if (graph.has(next)) {
      if (!order.has(next)) stack.push(enter(state, next));
      else if (onPath.has(next)) low.set(file, Math.min(low.get(file), order.get(next)));
    }
  }
}

function enter({ graph, order, low, path, onPath }, file) {
  order.set(file, order.size);
  low.set(file, order.get(file));
  path.push(file);
  onPath.add(file);
  return { file, rest: graph.get(file).values() };
}

/** Takes a finished group from the path; one file alone is no cycle, unless it imports itself. */
function close({ graph, path, onPath, cycles }, file) {
  const group = path.splice(path.indexOf(file));
  for (const member of group) onPath.delete(member);
  if (group.length > 1 || graph.get(file).includes(file)) cycles.push(group.sort((a, b) => (a < b ? -1 : 1)));
}
