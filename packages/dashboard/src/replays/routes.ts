import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { shellRoute } from '../shell/shell-route.ts'

const replay = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id/replay',
  validateSearch: v.object({
    /** ISO 8601: what failed from then on. */
    since: v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp())), undefined),
  }),
  component: lazyRouteComponent(() => import('./replay-page.tsx'), 'ReplayPage'),
})

export const replayRoutes = [replay] as const
