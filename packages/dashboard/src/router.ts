import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './accounts/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { session } from './api/session.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { connectorRoutes } from './connectors/routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { numberRoutes } from './numbers/routes.ts'
import { operationRoutes } from './operations/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { replayRoutes } from './replays/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { forgetPages } from './shell/palette/recent-pages.ts'
import { keepLayout } from './shell/resilient-page.tsx'
import { rootRoute } from './shell/root-route.ts'
import { RouteError } from './shell/route-error.tsx'
import { parseSearch, stringifySearch } from './shell/search.ts'
import { shellRoute, unknownRoute } from './shell/shell-route.ts'
import { templateRoutes } from './templates/routes.ts'
import { rememberSearch } from './ui/last-search.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const routeTree = rootRoute.addChildren([
  ...sessionRoutes,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...conversationRoutes,
    ...agentRoutes,
    ...customerRoutes,
    ...connectorRoutes,
    ...numberRoutes,
    ...accountRoutes,
    ...templateRoutes,
    ...webhookRoutes,
    ...deliveryRoutes,
    ...replayRoutes,
    ...profileRoutes,
    ...organizationRoutes,
    ...apiKeyRoutes,
    ...memberRoutes,
    ...invitationRoutes,
    ...securityRoutes,
    ...auditRoutes,
    ...operationRoutes,
    unknownRoute,
  ]),
])

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
