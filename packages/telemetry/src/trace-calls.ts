import type { Tracing } from './tracing';

type Call = (...args: never[]) => Promise<unknown>;

/** The same object, each of whose named methods runs in a span `system method`. The arguments are not told. */
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
