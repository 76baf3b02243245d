import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { AuditSearch } from './filters.ts'

const log = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit-log',
  validateSearch: AuditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})

export const auditRoutes = [log] as const
