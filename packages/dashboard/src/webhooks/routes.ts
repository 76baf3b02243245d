import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'
import { shellRoute } from '../shell/shell-route.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id',
  /** `test` is the delivery id of the test event to show; `period` that of the statistics. */
  validateSearch: v.object({ test: filter(v.string()), period: filter(v.picklist(['7d', '30d'])) }),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id/edit',
  component: lazyRouteComponent(() => import('./edit-webhook-page.tsx'), 'EditWebhookPage'),
})

export const webhookRoutes = [list, create, detail, edit] as const
