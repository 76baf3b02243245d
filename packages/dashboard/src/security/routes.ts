import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'

const security = createRoute({
  getParentRoute: () => shellRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
})

export const securityRoutes = [security] as const
