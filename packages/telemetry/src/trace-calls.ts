import type { Tracing } from './tracing';

type Call = (...args: never[]) => Promise<unknown>;

/** The same object, with each named method running in a span `system method`. Arguments are not recorded. */
export function traceCalls<T extends object>(
  target: T,
  { tracing, system, methods }: { tracing: Tracing; system: string; methods: readonly (keyof T & string)[] },
): T {
  if (!tracing.isOn) return target;
  const traced = new Map<PropertyKey, Call>(
    methods.map((name) => {
      const method = target[name] as Call;
      return [name, (...args) => tracing.span(`${system} ${name}`, {}, () => method.apply(target, args))];
    }),
  );
  return new Proxy(target, { get: (of, name) => traced.get(name) ?? Reflect.get(of, name) });
}
