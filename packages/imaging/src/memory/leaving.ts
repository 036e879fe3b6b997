/** Marks an array that leaves a work, in a description of its result. */
export const ARRAY = 'array';

/** Marks a plane or a raster. */
export const PLANE = { data: ARRAY } as const;

/** Marks a function: whoever writes it has seen that it reads no pixels. */
export const NO_PIXELS = 'reads no pixels';

/**
 * What describes the arrays that a value holds, member by member: one entry for each that holds any, none for the others, so that a new
 * member with an array does not compile until it is described too. Lists are described by one element. `never` where there are none.
 */
export type Leaving<T> = unknown extends T
  ? unknown
  : T extends ArrayBufferView
    ? typeof ARRAY
    : T extends (...args: never[]) => unknown
      ? typeof NO_PIXELS
      : T extends readonly (infer E)[]
        ? [Leaving<E>] extends [never]
          ? never
          : readonly [Leaving<E>]
        : T extends object
          ? [keyof Described<T>] extends [never]
            ? never
            : Described<T>
          : never;

type Described<T> = { readonly [K in keyof T as [Leaving<T[K]>] extends [never] ? never : K]-?: Leaving<T[K]> };

/** A description as whoever follows it sees it. */
type Description = string | readonly [Description] | { readonly [name: string]: Description };

type Replace = (view: ArrayBufferView) => ArrayBufferView;

/** The value with each described array replaced; itself where none is. Aliasing: changes nothing. */
export function replaceArrays<T>(value: T, description: Leaving<T>, replace: Replace): T {
  return replacedIn(value, description as Description, replace) as T;
}

function replacedIn(value: unknown, description: Description, replace: Replace): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (typeof description === 'string') return ArrayBuffer.isView(value) ? replace(value) : value;
  if (isList(description)) return replacedList(value as readonly unknown[], description[0], replace);
  return replacedMembers(value as Readonly<Record<string, unknown>>, description, replace);
}

const isList = (description: Description): description is readonly [Description] => Array.isArray(description);

function replacedList(list: readonly unknown[], element: Description, replace: Replace): readonly unknown[] {
  const replaced = list.map((item) => replacedIn(item, element, replace));
  return replaced.some((item, n) => item !== list[n]) ? replaced : list;
}

function replacedMembers(
  value: Readonly<Record<string, unknown>>,
  description: { readonly [name: string]: Description },
  replace: Replace,
): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(description)) {
    const replaced = replacedIn(value[name], member, replace);
    if (replaced !== value[name]) changed[name] = replaced;
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}
