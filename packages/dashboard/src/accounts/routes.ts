import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { OffsetSearch } from '../ui/offset.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/$id',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

const addNumber = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/$id/add-number',
  component: lazyRouteComponent(() => import('./add-number-page.tsx'), 'AddNumberPage'),
})

const linkSessions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/link-sessions',
  validateSearch: OffsetSearch,
  component: lazyRouteComponent(() => import('./link-sessions-page.tsx'), 'LinkSessionsPage'),
})

const newLinkSession = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/link-sessions/new',
  component: lazyRouteComponent(() => import('./new-link-session-page.tsx'), 'NewLinkSessionPage'),
})

const linkSession = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/link-sessions/$id',
  component: lazyRouteComponent(() => import('./link-session-page.tsx'), 'LinkSessionPage'),
})

export const accountRoutes = [list, detail, addNumber, linkSessions, newLinkSession, linkSession] as const
