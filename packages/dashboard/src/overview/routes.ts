import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'
import { shellRoute } from '../shell/shell-route.ts'

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  /** Absent: the last 24 hours. */
  validateSearch: v.object({ period: filter(v.picklist(['7d', '30d'])) }),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const overviewRoutes = [overview] as const
