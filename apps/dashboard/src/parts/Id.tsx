import { Text } from '@mantine/core';

/** An id, whose letters are as wide as each other, on one line. */
export function Id({ children }: { readonly children: string }) {
  return (
    <Text span ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}
