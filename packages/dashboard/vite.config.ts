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
    // The Content-Security-Policy allows files of this origin only.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few requests for a page, and little code that it does not use.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules\/(?!@tabler)/, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 4 },
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 3, priority: 3 },
            {
              name: 'small',
              test: /@mantine\/core\/esm\/(core|components\/(Anchor|Badge|Divider|FileButton|Progress|Skeleton|Stack))\//,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: 'shared',
              test: /packages\/(contract\/src|dashboard\/src\/(api|ui))\/(?!confirm|unsaved|edit-conflict)/,
              minShareCount: 8,
              priority: 2,
            },
            {
              name: 'fields',
              test: /@mantine\/(form|hooks|core\/esm\/(components\/(\w*Input|NativeSelect|Checkbox|Radio|Switch)|utils\/InlineInput))\//,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'dialogs',
              test: /node_modules\/(?!@tabler|@mantine\/core\/esm\/components\/(Accordion|Textarea))/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
