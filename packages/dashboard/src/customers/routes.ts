import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'

const data = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$number',
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
})

export const customerRoutes = [data] as const
