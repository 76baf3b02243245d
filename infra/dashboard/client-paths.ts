import type { Routes } from '../api-stack.ts'

/**
 * Returns the CloudFront path patterns for routes of the API for clients outside `/api/`: `/media/*` for paths below
 * `/media/`, `/docs*` for `/docs` with and without a trailing slash.
 */
export function clientPaths(routes: Routes): string[] {
  const patterns = Object.values(routes)
    .map(({ path }) => path.split('/').filter(Boolean))
    .filter(([first]) => first !== 'api')
    .map(([first, ...rest]) => (rest.length > 0 ? `/${first}/*` : `/${first}*`))
  return [...new Set(patterns)]
}
