import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
})

export const apiKeyRoutes = [list] as const
