import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { shellRoute } from '../shell/shell-route.ts'
import { OffsetSearch } from '../ui/offset.ts'
import { SECTIONS } from './editor/sections.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents',
  validateSearch: OffsetSearch,
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
})

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('./new-agent-page.tsx'), 'NewAgentPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents/$id',
  validateSearch: v.object({ section: v.fallback(v.optional(v.picklist(SECTIONS)), undefined) }),
  component: lazyRouteComponent(() => import('./agent-page.tsx'), 'AgentPage'),
})

export const agentRoutes = [list, create, detail] as const
