import { fileURLToPath } from 'node:url'
import starlight from '@astrojs/starlight'
import { build, preview } from 'astro'
import { assemble, PUBLIC, SITE, sidebar } from './assemble.ts'
import type { Command } from './read-command.ts'

/** Makes tables that scroll focusable, so that keys scroll them, too. The generator does so for code only. */
const FOCUSABLE_TABLES = `const seen = new ResizeObserver((changes) => {
  for (const { target } of changes)
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute('tabindex')
})
for (const table of document.querySelectorAll('table')) seen.observe(table)`

/** Writes the documentation site to `.build/site`. `serve` then serves it, with its search, on `port` until this process ends. */
export async function render(command: Command, port: number): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1'
  await assemble()
  const config = {
    configFile: false as const,
    root: fileURLToPath(new URL('..', import.meta.url)),
    publicDir: PUBLIC,
    outDir: SITE,
    cacheDir: `${SITE}-cache`,
    // The built pages would load the js-yaml of this repository, which is another version than the generator's.
    vite: { environments: { prerender: { resolve: { noExternal: ['js-yaml'] } } } },
    integrations: [
      starlight({
        title: 'Replywright',
        sidebar: sidebar(),
        customCss: ['./src/site.css'],
        head: [{ tag: 'script', attrs: { type: 'module' }, content: FOCUSABLE_TABLES }],
      }),
    ],
  }
  await build(config)
  if (command === 'build') return
  const server = await preview({ ...config, server: { host: '127.0.0.1', port } })
  process.stdout.write(`The documentation is at http://127.0.0.1:${server.port}\n`)
  await server.closed()
}
