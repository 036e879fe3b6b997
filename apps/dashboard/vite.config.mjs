import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Static files that the gateway serves under /dashboard; it puts a nonce for Mantine's style elements into the page. */
export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // A data: picture would need a hole in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
