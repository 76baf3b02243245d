import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { staticShell } from './static-shell.ts'

/**
 * The build configuration of `infra/bundle-dashboard.ts`: hashed files in `assets/`, and files whose names must not change.
 * A build started by hand writes to .build.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), staticShell()],
  build: {
    outDir: fileURLToPath(new URL('../../.build/dashboard-preview', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // The oldest browsers that know light-dark(): for older ones it becomes variables that only a color-scheme in these styles sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The Content-Security-Policy allows files of this origin only.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few requests for a page: the libraries and the code of every page, and what several pages share.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 6 },
            { name: 'first', tags: ['$initial'], priority: 5 },
            { name: 'shared', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
})
