import { createRouter } from '@tanstack/react-router'
import { session } from './api/session.ts'
import { routeTree } from './routes.ts'
import { forgetPages } from './shell/palette/recent-pages.ts'
import { keepLayout } from './shell/resilient-page.tsx'
import { RouteError } from './shell/route-error.tsx'
import { parseSearch, stringifySearch } from './shell/search.ts'
import { rememberSearch } from './ui/last-search.ts'

keepLayout(routeTree)

export const router = createRouter({
  routeTree,
  defaultErrorComponent: RouteError,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

session.subscribe(() => session.state() === 'signed-out' && forgetPages())
// Breadcrumbs lead back to a list as it was.
router.subscribe('onResolved', ({ toLocation }) => rememberSearch(toLocation.pathname, toLocation.search))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
