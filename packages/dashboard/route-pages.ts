/** A route of `routes.ts`: its whole path, and the modules of its page and of the pages around it. */
interface RoutePage {
  readonly path: string
  readonly modules: readonly string[]
}

/**
 * Reads the routes with a path from the source of `routes.ts`; a layout may have none. Their code cannot run outside of
 * browsers.
 */
export function routePages(source: string): RoutePage[] {
  const routes = new Map<string, RoutePage>()
  for (const [, name = '', body = ''] of source.matchAll(/const (\w+) = createRoute\(\{(.*?)\}\)\n/gs)) {
    const parent = routes.get(/getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? '')
    const path = /path: '([^']+)'/.exec(body)?.[1] ?? ''
    const module = /import\('([^']+)'\)/.exec(body)?.[1]
    routes.set(name, {
      path: `${parent?.path ?? ''}${path}`.replace(/(?<=.)\/$/, ''),
      modules: [...(parent?.modules ?? []), ...(module === undefined ? [] : [module])],
    })
  }
  const pages = [...source.matchAll(/\bpage\(\s*'([^']+)',\s*'\w+',\s*\(\) => import\('([^']+)'\)/g)]
  return [
    ...[...routes.values()].filter(({ path }) => path !== ''),
    ...pages.map(([, path = '', module = '']) => ({ path, modules: [module] })),
  ]
}
