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
        // Few requests for a page, and little code that it does not use. A group also takes what its modules import, unless a group
        // of higher priority has it.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 6 },
            { name: 'first', tags: ['$initial'], priority: 5 },
            {
              name: 'small',
              test: /@mantine\/(hooks\/esm\/(?!use-(click-outside|focus|long-press))|core\/esm\/(core|components\/(Anchor|Badge|Divider|FileButton|Progress|Skeleton|Stack))\/)|src\/ui\/(number-text|pager|time-words)/,
              minShareCount: 2,
              priority: 4,
            },
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 3 },
            {
              name: 'fields',
              test: /@mantine\/core\/esm\/(components\/(Input\w*|TextInput|NativeSelect|Checkbox)|utils\/InlineInput)\/|src\/ui\/filters/,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: 'shared',
              test: /packages\/(contract\/src|dashboard\/src\/(api|ui))\/(?!agents|templates|confirm|endpoint-form|edit-conflict)/,
              minShareCount: 10,
              priority: 2,
            },
            {
              name: 'forms',
              test: /node_modules\/(@mantine\/(form|core\/esm\/components\/PasswordInput)|klona|fast-deep-equal)\/|src\/ui\/endpoint-form/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'schemas', test: /contract\/src\/(agents|templates)\.ts/, minShareCount: 2, priority: 2 },
            { name: 'session', test: /src\/session\/(?!second-factor\.)/, minShareCount: 2, priority: 2 },
            { name: 'charts', test: /src\/(ui\/chart|overview\/result-charts)/, minShareCount: 2, priority: 2 },
            {
              name: 'choices',
              test: /@mantine\/core\/esm\/components\/(Radio|Switch)\//,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'dialogs',
              test: /node_modules\/(?!@tabler|@mantine\/core\/esm\/components\/(Accordion|Textarea))|src\/ui\/confirm-dialog/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
