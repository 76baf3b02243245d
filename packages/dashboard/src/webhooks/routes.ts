import { EventName } from '@messaging/contract/envelope.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'
import { shellRoute } from '../shell/shell-route.ts'
import { VERIFY_LANGUAGES } from './verify-languages.ts'

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

const events = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/events',
  validateSearch: v.object({ event: filter(EventName), language: filter(v.picklist(VERIFY_LANGUAGES)) }),
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
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

export const webhookRoutes = [list, create, events, detail, edit] as const
