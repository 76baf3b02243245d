import { expect, test } from 'vitest'
import { routePages } from './route-pages.ts'

const ROUTES = `
const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})
const none = createRoute({
  getParentRoute: () => inbox,
  path: '/',
})
const detail = createRoute({
  getParentRoute: () => inbox,
  path: '/$id',
  validateSearch: v.object({ test: filter(v.string()) }),
  component: lazyRouteComponent(() => import('./conversation-page.tsx'), 'ConversationPage'),
})
const home = createRoute({ getParentRoute: () => shellRoute, path: '/', component: Home })
const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'account',
  component: lazyRouteComponent(() => import('./account-layout.tsx'), 'AccountLayout'),
})
const signIn = createRoute({
  getParentRoute: () => layout,
  path: '/sign-in',
})
export const routeTree = rootRoute.addChildren([
  createRoute(page('/agents', 'AgentsPage', () => import('./agents/agents-page.tsx'))),
  createRoute({
    ...page('/agents/$id', 'AgentPage', () => import('./agents/agent-page.tsx')),
    validateSearch: v.object({ section: filter(v.string()) }),
  }),
])
`

test('reads the paths and modules of routes, with those of their parents', () => {
  expect(routePages(ROUTES)).toEqual([
    { path: '/conversations', modules: ['./inbox-page.tsx'] },
    { path: '/conversations', modules: ['./inbox-page.tsx'] },
    { path: '/conversations/$id', modules: ['./inbox-page.tsx', './conversation-page.tsx'] },
    { path: '/', modules: [] },
    { path: '/sign-in', modules: ['./account-layout.tsx'] },
    { path: '/agents', modules: ['./agents/agents-page.tsx'] },
    { path: '/agents/$id', modules: ['./agents/agent-page.tsx'] },
  ])
})
