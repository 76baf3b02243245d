import { readFileSync } from 'node:fs'
import { LARGEST_TEST, MOST_SAVED_TESTS } from '@replywright/contract/dashboard/agent-tests.ts'
import { MOST_API_KEYS, MOST_REVOKED_SHOWN } from '@replywright/contract/dashboard/api-keys.ts'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { MOST_MEMBERS } from '@replywright/contract/dashboard/members.ts'
import { MOST_SAVED_REPLIES } from '@replywright/contract/dashboard/saved-replies.ts'
import { LONGEST_TRACED, MOST_TRACED } from '@replywright/contract/dashboard/trace.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { MOST_PLAYED } from '@replywright/contract/proofs.ts'
import { MOST_SHARES_PER_AGENT, MOST_SHARES_PER_DAY } from '@replywright/contract/share-limits.ts'
import { LARGEST_PART } from '@replywright/core/answering/proofs/fit-part.ts'
import { LARGEST_PAGE_BYTES, responseBytes } from '@replywright/core/platform/paging/fit-response.ts'
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
  /** As many items as the template or the operator's settings have. */
  | 'deployment'
  /** At most so many items of at most so many bytes. */
  | { readonly items: number; readonly bytes: number }

/** The most bytes of a character in a response: a control character, escaped in JSON that is a string in JSON. */
const CHARACTER = responseBytes('\u0001') - responseBytes('')

const API: Readonly<Record<string, Bound>> = {
  'agents/list': 'paged',
  'agents/get': 'one read',
  'agents/list-versions': { items: 21, bytes: 10_000 },
  'agents/get-version': 'one read',
  'trials/get': 'one read',
  'test-runs/list': 'one read',
  'proofs/list': { items: 20, bytes: 3000 },
  // `fitPart` bounds each conversation.
  'proofs/get': { items: MOST_PLAYED, bytes: LARGEST_PART },
  'exams/get': 'one read',
  'mcp-connectors/get': 'one read',
  'mcp-connectors/list': 'paged',
  'conversations/list': 'paged',
  'conversations/list-messages': 'paged',
  'customers/get': 'one read',
  'customers/preview-merge': 'one read',
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
  'usage/get': 'sliced',
  'audit/list': 'paged',
}

const DASHBOARD: Readonly<Record<string, Bound>> = {
  'overview/get': 'one read',
  'overview/handling': 'one read',
  'overview/first-steps': 'one read',
  'webhooks/get-statistics': 'one read',
  'replays/list': { items: 50, bytes: 1000 },
  'webhook-deliveries/list': 'paged',
  'api-keys/list': { items: MOST_API_KEYS + MOST_REVOKED_SHOWN, bytes: (255 + 254) * CHARACTER + 500 },
  'api-requests/list': 'paged',
  // The email address, the name, and the address of who invited.
  'members/list': { items: MOST_MEMBERS, bytes: (254 + 100 + 254) * CHARACTER + 500 },
  'profile/list-sessions': 'paged',
  'models/list': 'deployment',
  'link-sessions/list': 'sliced',
  'template-links/list': 'paged',
  'agents/list-shares': { items: MOST_SHARES_PER_AGENT + MOST_SHARES_PER_DAY, bytes: 254 * CHARACTER + 100 },
  'agents/get-usage': { items: 12, bytes: 1000 },
  // A passage, the columns of its table, and its place.
  'agents/get-text': { items: 100, bytes: 3000 * CHARACTER + 100 },
  // All tests of an agent have at most 250 KB.
  'agents/list-tests': { items: MOST_SAVED_TESTS, bytes: LARGEST_TEST },
  'conversations/inbox': 'paged',
  'conversations/details': 'one read',
  'conversations/changes': { items: 100, bytes: 20_000 },
  'conversations/waiting': { items: 100, bytes: 20_000 },
  'conversations/thread': 'measured',
  // An outcome has a short text.
  'conversations/trace': { items: MOST_TRACED, bytes: (LONGEST_TRACED + 500) * CHARACTER + 300 },
  'conversations/get-memory': 'one read',
  'saved-replies/list': { items: MOST_SAVED_REPLIES, bytes: 4156 * CHARACTER + 60 },
  'operations/queues': 'one read',
  'operations/dead-letters': 'one read',
  'operations/alarms': 'one read',
  'operations/queue-history': 'one read',
  'operations/check': 'one read',
}

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
    expect(bound.items * bound.bytes).toBeLessThanOrEqual(LARGEST_PAGE_BYTES)
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
