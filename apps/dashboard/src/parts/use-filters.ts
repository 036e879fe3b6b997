import { useNavigate, useSearch } from '@tanstack/react-router';

/** Filters of a list, kept in the address: the way back from an entry leads to the same list. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' || typeof value === 'number') filters[name] = String(value);
  }
  const show = (next: Partial<Record<Name, string>>) => void navigate({ to: '.', search: next, replace: true });
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setFilter: (name: Name, value: string) => {
      const { [name]: _old, ...others } = filters;
      show(value === '' ? (others as Partial<Record<Name, string>>) : { ...filters, [name]: value });
    },
    clear: () => show({}),
  };
}
