import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The build of `infra/bundle-dashboard.ts`: hashed files below `assets/`, and what must keep its name. By hand it goes to .build. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../../.build/dashboard-preview', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy admits files of this origin only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
