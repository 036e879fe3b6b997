import { Badge, Button, createTheme, Notification, type CSSVariablesResolver } from '@mantine/core';
import classes from './theme.module.css';

export const theme = createTheme({
  primaryColor: 'teal',
  respectReducedMotion: true,
  primaryShade: {
    light: 9,
    dark: 9,
  },
  fontFamily: 'system-ui, sans-serif',
  components: {
    Badge: Badge.extend({ classNames: { root: classes['badge'] ?? '' } }),
    Button: Button.extend({
      defaultProps: { loaderProps: { size: 10 } },
      classNames: {
        inner: classes['buttonInner'] ?? '',
        label: classes['buttonLabel'] ?? '',
        loader: classes['buttonLoader'] ?? '',
      },
    }),
    Notification: Notification.extend({ classNames: { root: classes['notification'] ?? '' } }),
  },
});

/** Darker than teal.9, for letters on its light ground and white letters on it. */
const DEEP_TEAL = '#066649';

/** Mantine's own choices for these have less contrast than 4.5 to 1. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-7)',
    '--mantine-color-teal-light-color': DEEP_TEAL,
    '--mantine-color-teal-filled-hover': DEEP_TEAL,
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-1)',
    '--mantine-color-teal-filled-hover': DEEP_TEAL,
  },
});
