import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, type Plugin, type Rolldown } from 'vite'
import { routePages } from './route-pages.ts'
import { NAVIGATION } from './src/shell/navigation.ts'

const source = join(import.meta.dirname, 'src')

/**
 * Puts into index.html what the first paint needs: the script of `boot.ts`, styles and the navigation. Moves the stylesheet to the
 * end, so that it does not delay the first paint.
 */
export function staticShell(): Plugin {
  return {
    name: 'static-shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const script = await bootScript(pageFiles(html, bundle))
        const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        return html
          .replace(sheet, '')
          .replace('<!-- boot -->', () => `<script>${script}</script>`)
          .replace('<!-- styles -->', () => `<style>${styles()}</style>`)
          .replace('<!-- navigation -->', navigation)
          .replace('<!-- stylesheet -->', sheet)
      },
    },
  }
}

/** Returns the files that each route's page loads after those of index.html. */
function pageFiles(html: string, bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found
    found.add(name)
    for (const each of chunks.get(name)?.imports ?? []) withImports(each, found)
    return found
  }
  const all = [...chunks.values()]
  const chunkOf = (module: string) => all.find(({ moduleIds }) => moduleIds.includes(module))?.fileName ?? ''
  const routes = routePages(readFileSync(join(source, 'routes.ts'), 'utf8')).map(({ path, modules }) => {
    const names = modules.flatMap((module) => [...withImports(chunkOf(join(source, module)))])
    return [path, [...new Set(names)].filter((name) => name && !html.includes(name))] as const
  })
  return Object.fromEntries(routes)
}

/** Returns the script of `boot.ts` with its imports, minified. */
async function bootScript(files: Record<string, string[]>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { PAGE_FILES: JSON.stringify(files) },
    build: {
      write: false,
      modulePreload: false,
      target: 'es2023',
      rolldownOptions: { input: join(source, 'boot/boot.ts'), output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [script] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return script?.type === 'chunk' ? script.code.trim() : ''
}

/** Returns the theme's variables and the styles of the static shell. */
function styles(): string {
  const theme = readFileSync(join(source, 'ui/theme.css'), 'utf8').match(/^:root[^{]*\{[^}]*\}/gm) ?? []
  const shell = readFileSync(join(source, 'boot/static-shell.css'), 'utf8')
  return [...theme, shell]
    .join('')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*([{};:,])\s*/g, '$1')
    .trim()
}

/** Returns the navigation as links that work before the app is loaded. Operators' pages appear when the user is known. */
function navigation(): string {
  const groups = NAVIGATION.filter((group) => group.for === undefined).map(({ label, entries }) => {
    const links = entries.map(({ label: name, to, icon }) => {
      const sign = renderToStaticMarkup(createElement(icon, { size: 17, stroke: 1.75, 'aria-hidden': true }))
      return `<li><a href="${to}">${sign}${name}</a></li>`
    })
    return `<div>${label ? `<p>${label}</p>` : ''}<ul>${links.join('')}</ul></div>`
  })
  return groups.join('')
}
