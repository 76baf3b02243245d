import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './accounts/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { connectorRoutes } from './connectors/routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { numberRoutes } from './numbers/routes.ts'
import { operationRoutes } from './operations/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { replayRoutes } from './replays/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { rootRoute } from './shell/root-route.ts'
import { parseSearch, stringifySearch } from './shell/search.ts'
import { shellRoute } from './shell/shell-route.ts'
import { templateRoutes } from './templates/routes.ts'
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
    ...apiKeyRoutes,
    ...memberRoutes,
    ...securityRoutes,
    ...operationRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
