import type { Routes } from '../api-stack.ts'

/**
 * Returns the path patterns of CloudFront that cover what the API for clients serves outside `/api/`: `/media/*` for paths below
 * `/media/`, `/docs*` for `/docs` with and without a slash at its end.
 */
export function clientPaths(routes: Routes): string[] {
  const patterns = Object.values(routes)
    .map(({ path }) => path.split('/').filter(Boolean))
    .filter(([first]) => first !== 'api')
    .map(([first, ...rest]) => (rest.length > 0 ? `/${first}/*` : `/${first}*`))
  return [...new Set(patterns)]
}
