import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { DeliveriesSearch, DeliverySearch } from './filters.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: DeliveriesSearch,
  component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/$id',
  validateSearch: DeliverySearch,
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const deliveryRoutes = [list, detail] as const
