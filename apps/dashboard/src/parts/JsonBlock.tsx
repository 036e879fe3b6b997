import { Code } from '@mantine/core';

/** A record as JSON. Its lines are whole: what is too long or too much is scrolled to, also by the keyboard. */
export function JsonBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <Code block tabIndex={0} role="region" aria-label={label} mah="24rem" style={{ overflow: 'auto' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
