import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, None, Uuid } from '../fields.ts'
import { forBrowsers, Moment } from './fields.ts'

/** A bulk replay of what failed at a webhook and was not replayed yet. */
export const Replay = v.object({
  id: Uuid,
  webhookId: Uuid,
  since: v.pipe(DateTime, v.description('It takes what failed from here on …')),
  until: v.pipe(DateTime, v.description('… until it was started.')),
  status: v.picklist(['running', 'done', 'cancelled']),
  cancelReason: v.nullable(v.picklist(['requested', 'webhook_disabled'])),
  total: v.pipe(v.number(), v.integer(), v.description('10,000 means that many or more.')),
  replayed: v.pipe(v.number(), v.integer()),
  startedAt: DateTime,
  updatedAt: DateTime,
  finishedAt: v.nullable(DateTime),
})
export type Replay = v.InferOutput<typeof Replay>

const ReplayParams = v.object({ id: v.string(), replayId: v.string() })

const replays = { ...forBrowsers, tag: 'Replays' } as const

export const countReplay = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/failed-count/',
  summary: 'How many deliveries a bulk replay would take',
  query: v.object({ since: Moment }),
  response: v.object({
    count: v.pipe(v.number(), v.integer()),
    orMore: v.pipe(v.boolean(), v.description('Whether it was counted no further.')),
  }),
  errors: [400, 404],
})

export const listReplays = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/replays/',
  summary: "List a webhook's bulk replays, newest first: at most 50",
  response: v.array(Replay),
  errors: [404],
})

export const startReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/',
  summary: 'Start a bulk replay; 409 while another one runs or the webhook is disabled',
  body: v.object({ since: Moment }),
  status: 201,
  response: Replay,
  errors: [400, 404, 409],
})

export const getReplay = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/',
  summary: 'How far a bulk replay is',
  params: ReplayParams,
  response: Replay,
  errors: [404],
})

export const cancelReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/cancel/',
  summary: 'Stop a bulk replay; one that has ended stays as it is',
  params: ReplayParams,
  body: None,
  bodyOptional: true,
  response: Replay,
  errors: [404],
})
