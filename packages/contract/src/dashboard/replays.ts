import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { BulkReplay, BulkReplayInput, FailedRange, Replay } from '../replays.ts'
import { forBrowsers } from './fields.ts'

const ReplayParams = v.object({ id: v.string(), replayId: v.string() })

const replays = { ...forBrowsers, tag: 'Replays' } as const

export const countReplay = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/failed-count/',
  summary: 'Count the deliveries that a bulk replay would send',
  query: FailedRange,
  response: v.object({
    count: v.pipe(v.number(), v.integer()),
    orMore: v.pipe(v.boolean(), v.description('Whether there are more than were counted.')),
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
  summary: 'Start a bulk replay; 409 while another one is running or the webhook is disabled',
  body: FailedRange,
  status: 201,
  response: Replay,
  errors: [400, 404, 409],
  audit: { action: 'replay', object: 'webhook' },
})

export const getReplay = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/',
  summary: 'Get the progress of a bulk replay',
  params: ReplayParams,
  response: Replay,
  errors: [404],
})

export const cancelReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/cancel/',
  summary: 'Cancel a bulk replay; no effect on a finished one',
  params: ReplayParams,
  body: None,
  bodyOptional: true,
  response: Replay,
  errors: [404],
  audit: { action: 'cancel_replay', object: 'webhook' },
})

export const bulkReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/replays/',
  summary: 'Replay the failed deliveries of one webhook or of all, or count them with `dryRun`',
  body: BulkReplayInput,
  response: BulkReplay,
  errors: [400],
  audit: { action: 'replay', object: 'delivery' },
})
