import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { OffsetSearch } from '../ui/offset.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/numbers',
  validateSearch: OffsetSearch,
  component: lazyRouteComponent(() => import('./numbers-page.tsx'), 'NumbersPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/numbers/$number',
  component: lazyRouteComponent(() => import('./number-page.tsx'), 'NumberPage'),
})

export const numberRoutes = [list, detail] as const
