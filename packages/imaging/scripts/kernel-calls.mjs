/** Turns the declarations that the AssemblyScript compiler writes for the kernels into TypeScript that calls them. */

/** Calls with more parameters than this name them. */
const POSITIONAL_MAX = 8;

/**
 * The text of src/memory/kernel-calls.ts, not yet formatted.
 *
 * `declarations` is what `asc --bindings raw` writes: for each export a comment that gives its source and the type of each parameter in
 * AssemblyScript, then its name.
 */
export function kernelCalls(declarations) {
  const kernels = readKernels(declarations);
  const named = kernels.filter(takesBlock);
  return `/** Generated from assembly/ by scripts/build-kernels.mjs: what the module exports, and calls by name of what takes many numbers. */

/** A byte of the module's memory. */
export type Address = number;

/** The module's exports. */
export interface KernelExports {
${kernels.map((kernel) => memberOf(kernel, parametersOf(kernel))).join('\n')}
}

${named.map(blockOf).join('\n\n')}

/** The kernels whose numbers are named. */
export interface NamedCalls {
${named.map((kernel) => memberOf(kernel, `block: ${blockName(kernel)}`)).join('\n')}
}

/** The kernels as they are called: what each one does stands at its source. */
export type Kernels = Omit<KernelExports, keyof NamedCalls> & NamedCalls;

/** The module's exports, those of many parameters called by name. */
export function callsOf(module: KernelExports): Kernels {
  return {
    ...module,
${named.map(({ name }) => `${name}: ${name}Of(module),`).join('\n')}
  };
}

${named.map(callOf).join('\n\n')}
`;
}

const takesBlock = ({ parameters }) => parameters.length > POSITIONAL_MAX;

const parametersOf = ({ parameters }) => parameters.map(({ name, type }) => `${name}: ${type}`).join(', ');

const blockName = ({ name }) => name[0].toUpperCase() + name.slice(1);

const blockOf = (kernel) => `export interface ${blockName(kernel)} {
${kernel.parameters.map(({ name, type }) => `readonly ${name}: ${type};`).join('\n')}
}`;

const memberOf = (kernel, parameters) => `/** ${kernel.source}.ts */
readonly ${kernel.name}: (${parameters}) => ${kernel.result};`;

const callOf = ({ name, parameters }) => `function ${name}Of(module: KernelExports): NamedCalls['${name}'] {
  return (block) => module.${name}(${parameters.map((parameter) => `block.${parameter.name}`).join(', ')});
}`;

function readKernels(declarations) {
  const pattern = /\/\*\*\s*\* (assembly\/\S+)\/(\w+)\n((?:\s*\* @.*\n)*)\s*\*\/\s*export function \2\(/g;
  const kernels = Array.from(declarations.matchAll(pattern), ([, source, name, lines]) => ({
    source,
    name,
    parameters: Array.from(lines.matchAll(/@param (\w+) `(\w+)`/g), ([, parameter, type]) => ({
      name: parameter,
      type: typeOf(type, 'boolean'),
    })),
    // a module returns numbers only: 0 and 1 for false and true
    result: typeOf(/@returns `(\w+)`/.exec(lines)?.[1] ?? 'void', 'number'),
  }));
  const count = declarations.match(/export function /g)?.length;
  if (kernels.length !== count) throw new Error(`read ${kernels.length} of ${count} kernels`);
  return kernels;
}

function typeOf(type, bool) {
  const known = { usize: 'Address', i32: 'number', u32: 'number', f32: 'number', f64: 'number', bool, void: 'void' }[
    type
  ];
  if (known === undefined) throw new Error(`kernels take and return addresses and numbers, not ${type}`);
  return known;
}
