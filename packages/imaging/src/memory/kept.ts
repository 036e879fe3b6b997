/** An array that a step keeps, see {@link Kept}. */
export const ARRAY = 'array';

/** A plane or raster that a step keeps. */
export const PLANE = { data: ARRAY } as const;

/** A function that a step returns: writing this asserts that it reads no pixels. */
export const NO_PIXELS = 'reads no pixels';

/**
 * Says what a step keeps of its result: the same object, with {@link PLANE} or {@link ARRAY} for each member that contains pixels or other
 * numbers in an array, {@link NO_PIXELS} for functions, and nothing for the rest. `[PLANE]` is a list of planes. `never` if nothing
 * contains an array.
 *
 * The compiler requires every such member, so that a new one does not compile until it is named here.
 */
export type Kept<T> = unknown extends T
  ? unknown
  : T extends ArrayBufferView
    ? typeof ARRAY
    : T extends (...args: never[]) => unknown
      ? typeof NO_PIXELS
      : T extends readonly (infer E)[]
        ? [Kept<E>] extends [never]
          ? never
          : readonly [Kept<E>]
        : T extends object
          ? [keyof KeptMembers<T>] extends [never]
            ? never
            : KeptMembers<T>
          : never;

type KeptMembers<T> = { readonly [K in keyof T as [Kept<T[K]>] extends [never] ? never : K]-?: Kept<T[K]> };

/** {@link Kept} in the form in which it is traversed. */
type Description = string | readonly [Description] | { readonly [name: string]: Description };

type Replace = (view: ArrayBufferView) => ArrayBufferView;

/**
 * Replaces each array of the value that `kept` names; returns the value itself if there are none.
 *
 * Aliasing: changes nothing; objects that contain a replaced array are copied. Throws: TypeError if one is not a plain object or list.
 */
export function replaceArrays<T>(value: T, kept: Kept<T>, replace: Replace): T {
  return replacedIn(value, kept as Description, replace) as T;
}

function replacedIn(value: unknown, kept: Description, replace: Replace): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (typeof kept === 'string') return ArrayBuffer.isView(value) ? replace(value) : value;
  if (isList(kept)) return replacedList(value as readonly unknown[], kept[0], replace);
  return replacedMembers(value as Readonly<Record<string, unknown>>, kept, replace);
}

const isList = (kept: Description): kept is readonly [Description] => Array.isArray(kept);

function replacedList(list: readonly unknown[], element: Description, replace: Replace): readonly unknown[] {
  const replaced = list.map((item) => replacedIn(item, element, replace));
  return replaced.some((item, n) => item !== list[n]) ? replaced : list;
}

function replacedMembers(
  value: Readonly<Record<string, unknown>>,
  kept: { readonly [name: string]: Description },
  replace: Replace,
): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(kept)) {
    const replaced = replacedIn(value[name], member, replace);
    if (replaced !== value[name]) changed[name] = replaced;
  }
  if (Object.keys(changed).length === 0) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError('only plain objects can leave the arena: a copy of this one would lose its methods');
  }
  return { ...value, ...changed };
}
