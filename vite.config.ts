import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontPreload } from './client/build/font-preload.ts';
import { budgets } from './client/build/budgets.ts';
import { preloads } from './client/build/preloads.ts';
import { callAddresses } from './client/build/call-addresses.ts';

const preloading = preloads();
const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

export default defineConfig({
  root: fileURLToPath(new URL('./client', import.meta.url)),
  plugins: [callAddresses(), react(), tailwindcss(), fontPreload(), preloading.plugin, budgets()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: preloading.options,
    rolldownOptions: {
      // The client imports types, constants and pure functions; without this each of them brings zod along.
      treeshake: {
        manualPureFunctions: ['z'],
        moduleSideEffects: [
          { test: /node_modules\/zod\/|shared\/(?:contract|text|film)\//, sideEffects: false },
        ],
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/auth': api,
      '/media': api,
      '/standins': api,
      '/socket.io': { target: api, ws: true },
    },
  },
});
