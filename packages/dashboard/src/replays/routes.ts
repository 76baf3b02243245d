import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'
import { shellRoute } from '../shell/shell-route.ts'

const replay = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id/replay',
  validateSearch: v.object({
    /** The earliest failure to replay, ISO 8601. */
    since: filter(v.pipe(v.string(), v.isoTimestamp())),
  }),
  component: lazyRouteComponent(() => import('./replay-page.tsx'), 'ReplayPage'),
})

export const replayRoutes = [replay] as const
