import { readFileSync } from 'node:fs'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { MOST_SAVED_REPLIES } from '@replywright/contract/dashboard/saved-replies.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { MOST_CONVERSATIONS } from '@replywright/contract/proofs.ts'
import { LARGEST_PART } from '@replywright/core/answering/proofs/fit-part.ts'
import { LARGEST_PAGE_BYTES } from '@replywright/core/platform/paging/fit-response.ts'
import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'

/** The largest body of a list. */
type Bound =
  /** A page ends where it would be too large, and its cursor goes on there (`fittingPage`). */
  | 'paged'
  /** A slice that is too large is a 400 that says so (`fittingSlice`). */
  | 'sliced'
  /** A step ends where it would be too large; the operation measures it. */
  | 'measured'
  /** Arrays within one stored item, one read of the table, which ends at 1 MB, and what is computed of them. */
  | 'one read'
  /** At most so many items of at most so many bytes. */
  | { readonly items: number; readonly bytes: number }
  /** An item has at most so many bytes. Nothing limits their number, but a response holds thousands. */
  | { readonly each: number }

const API: Readonly<Record<string, Bound>> = {
  'agents/list': 'paged',
  'agents/get': 'one read',
  'trials/get': 'one read',
  'test-runs/list': 'one read',
  'proofs/list': { items: 20, bytes: 3000 },
  // `fitPart` bounds each conversation.
  'proofs/get': { items: MOST_CONVERSATIONS, bytes: LARGEST_PART },
  'mcp-connectors/get': 'one read',
  'mcp-connectors/list': 'paged',
  'conversations/list': 'paged',
  'conversations/list-messages': 'paged',
  'customers/get': 'one read',
  'customers/export': 'measured',
  'msg-accounts/list': 'sliced',
  'available-numbers/list': 'sliced',
  'phone-numbers/list': 'paged',
  'phone-numbers/get': 'one read',
  'msg-link-sessions/list': 'sliced',
  'msg-templates/list': 'sliced',
  'msg-templates/get': 'one read',
  'webhooks/list': 'paged',
  'webhooks/get': 'one read',
  'webhook-deliveries/list': 'paged',
  'webhook-deliveries/get': 'one read',
  'usage/get': { each: 500 },
}

const DASHBOARD: Readonly<Record<string, Bound>> = {
  'overview/get': 'one read',
  'overview/handling': 'one read',
  'overview/first-steps': 'one read',
  'usage/get': { each: 500 },
  'webhooks/list': { items: 50, bytes: 20_000 },
  'webhooks/get': 'one read',
  'webhooks/get-statistics': 'one read',
  'replays/list': { items: 50, bytes: 1000 },
  'webhook-deliveries/list': 'paged',
  'webhook-deliveries/get': 'one read',
  'api-keys/list': { each: 1000 },
  'api-requests/list': 'paged',
  'audit-log/list': 'paged',
  'members/list': { each: 1000 },
  'profile/list-sessions': { each: 1000 },
  'models/list': { each: 500 },
  'link-sessions/list': 'sliced',
  'template-links/list': { each: 1000 },
  'agents/get-trial': 'one read',
  'agents/list-shares': { each: 500 },
  'agents/get-usage': { items: 12, bytes: 1000 },
  'agents/list-versions': { items: 21, bytes: 10_000 },
  'agents/get-version': 'one read',
  'conversations/inbox': 'paged',
  'conversations/details': 'one read',
  'conversations/changes': { items: 100, bytes: 20_000 },
  'conversations/waiting': { items: 100, bytes: 20_000 },
  'conversations/thread': 'measured',
  'conversations/get-memory': 'one read',
  // 4,156 characters, of which each is at most six bytes in JSON.
  'saved-replies/list': { items: MOST_SAVED_REPLIES, bytes: 4156 * 6 + 60 },
  'operations/queues': 'one read',
  'operations/dead-letters': 'one read',
  'operations/alarms': 'one read',
  'operations/queue-history': 'one read',
  'operations/check': 'one read',
}

/** A response without a limit holds at least so many items. */
const THOUSANDS = 5000

describe.each([
  ['api', endpoints, API],
  ['dashboard', dashboardEndpoints, DASHBOARD],
] as const)('the lists of functions/%s', (folder, all, bounds) => {
  test('are all in the table', () => {
    expect(listsOf(all).toSorted()).toEqual(Object.keys(bounds).toSorted())
  })

  test.each(Object.entries<Bound>(bounds))('%s is bounded', (key, bound) => {
    const [noun = '', operation = ''] = key.split('/')
    const handler = handlerOf(`functions/${folder}/${noun}.ts`, operation)
    expect(handler.includes('fittingPage(')).toBe(bound === 'paged')
    expect(handler.includes('fittingSlice(')).toBe(bound === 'sliced')
    if (typeof bound === 'string') return
    if ('items' in bound) expect(bound.items * bound.bytes).toBeLessThanOrEqual(LARGEST_PAGE_BYTES)
    else expect(LARGEST_PAGE_BYTES / bound.each).toBeGreaterThanOrEqual(THOUSANDS)
  })
})

function listsOf(all: Readonly<Record<string, Endpoint>>): string[] {
  return Object.entries(all).flatMap(([key, { method, response }]) =>
    method === 'GET' && hasArray(response) ? [key] : [],
  )
}

function hasArray(schema: v.GenericSchema | undefined): boolean {
  return JSON.stringify(schema)?.includes('"array"') === true
}

/** Returns the source of a handler. */
function handlerOf(file: string, operation: string): string {
  const name = operation.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [, handler = ''] = source.split(`export const ${name}Route`)
  return handler.split('export const')[0] ?? ''
}
