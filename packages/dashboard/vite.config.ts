import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The build configuration of `infra/bundle-dashboard.ts`: hashed files in `assets/`, and files whose names must not change.
 * A build started by hand writes to .build.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../../.build/dashboard-preview', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy allows files of this origin only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
