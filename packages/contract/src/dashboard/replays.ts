import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { FailedRange, Replay } from '../replays.ts'
import { forBrowsers } from './fields.ts'

const ReplayParams = v.object({ id: v.string(), replayId: v.string() })

export const countReplay = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/failed-count/',
  query: FailedRange,
  response: v.object({
    count: v.pipe(v.number(), v.integer()),
    orMore: v.pipe(v.boolean(), v.description('Whether there are more than were counted.')),
  }),
})

export const listReplays = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/replays/',
  response: v.array(Replay),
})

export const startReplay = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/',
  body: FailedRange,
  status: 201,
  response: Replay,
  audit: { action: 'replay', object: 'webhook' },
})

export const cancelReplay = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/cancel/',
  params: ReplayParams,
  body: None,
  bodyOptional: true,
  response: Replay,
  audit: { action: 'cancel_replay', object: 'webhook' },
})
