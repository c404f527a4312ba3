import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The Content-Security-Policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Its helper is an inline script in old browsers only; every browser that we support preloads modules itself.
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
});
