import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { shellRoute } from '../shell/shell-route.ts'

const queues = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations/queues',
  component: lazyRouteComponent(() => import('./queues-page.tsx'), 'QueuesPage'),
})

const deadLetters = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations/queues/$queue',
  component: lazyRouteComponent(() => import('./dead-letters-page.tsx'), 'DeadLettersPage'),
})

const alarms = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations/alarms',
  validateSearch: v.object({
    state: v.fallback(v.optional(v.picklist(['alarm', 'ok', 'insufficient_data'])), undefined),
  }),
  component: lazyRouteComponent(() => import('./alarms-page.tsx'), 'AlarmsPage'),
})

const checks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations/checks',
  component: lazyRouteComponent(() => import('./checks-page.tsx'), 'ChecksPage'),
})

export const operationRoutes = [queues, deadLetters, alarms, checks] as const
