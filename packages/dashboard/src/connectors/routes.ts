import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { OffsetSearch } from '../ui/offset.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors',
  validateSearch: OffsetSearch,
  component: lazyRouteComponent(() => import('./connectors-page.tsx'), 'ConnectorsPage'),
})

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors/new',
  component: lazyRouteComponent(() => import('./new-connector-page.tsx'), 'NewConnectorPage'),
})

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors/$id',
  component: lazyRouteComponent(() => import('./connector-page.tsx'), 'ConnectorPage'),
})

export const connectorRoutes = [list, create, edit] as const
