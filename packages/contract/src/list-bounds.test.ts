import { expect, test } from 'vitest'
import { MOST_SAVED_TESTS } from './dashboard/agent-tests.ts'
import { MOST_API_KEYS, MOST_REVOKED_SHOWN } from './dashboard/api-keys.ts'
import { dashboardEndpoints } from './dashboard/endpoints.ts'
import { MOST_MEMBERS } from './dashboard/members.ts'
import { MOST_SAVED_REPLIES } from './dashboard/saved-replies.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { LARGEST_LIMIT } from './page.ts'
import { MOST_SHARES_PER_AGENT, MOST_SHARES_PER_DAY } from './share-limits.ts'

/** The names under which a response has the items of its list. */
const ITEMS = ['results', 'records', 'models']
/** The names under which it says where the list goes on. */
const NEXT = ['next', 'nextCursor', 'cursor']

/**
 * The largest number of items of each list without pages: a limit at which creating another one is a 409, or the newest ones of a
 * log. `deployment`: as many as the template or the operator's settings have.
 */
const MOST: Readonly<Record<string, number | 'deployment'>> = {
  'api agents/list-versions': 21,
  'api test-runs/list': 20,
  'api proofs/list': 20,
  'dashboard replays/list': 50,
  'dashboard api-keys/list': MOST_API_KEYS + MOST_REVOKED_SHOWN,
  'dashboard members/list': MOST_MEMBERS,
  'dashboard saved-replies/list': MOST_SAVED_REPLIES,
  'dashboard agents/list-shares': MOST_SHARES_PER_AGENT + MOST_SHARES_PER_DAY,
  'dashboard agents/list-tests': MOST_SAVED_TESTS,
  'dashboard conversations/waiting': 100,
  'dashboard models/list': 'deployment',
  'dashboard operations/queues': 'deployment',
  'dashboard operations/alarms': 'deployment',
  'dashboard operations/check': 'deployment',
}

const listed = Object.entries({ api: endpoints, dashboard: dashboardEndpoints }).flatMap(([kind, all]) =>
  Object.entries<Endpoint>(all).flatMap(([name, each]) => (isList(each) ? [[`${kind} ${name}`, each] as const] : [])),
)

/** Returns the fields of an object's schema, or none for any other schema. */
function fieldsOf(schema: unknown): readonly string[] {
  const hasFields = typeof schema === 'object' && schema !== null && 'entries' in schema
  return hasFields && typeof schema.entries === 'object' ? Object.keys(schema.entries ?? {}) : []
}

function isList({ method, response }: Endpoint): boolean {
  if (method !== 'GET' || !response) return false
  return response.type === 'array' || fieldsOf(response).some((field) => ITEMS.includes(field))
}

/** Returns how a list ends that may be longer than one response, or undefined if it has no pages. */
function pagesOf({ response, query }: Endpoint): 'cursor' | 'offset' | undefined {
  if (fieldsOf(response).some((field) => NEXT.includes(field))) return 'cursor'
  const given = fieldsOf(query)
  return given.includes('offset') && given.includes('limit') ? 'offset' : undefined
}

test('there are lists with pages and lists without', () => {
  expect(listed.length).toBeGreaterThan(25)
  expect(LARGEST_LIMIT).toBe(100)
})

test('each list has pages, or a largest number of items', () => {
  const unpaged = listed.filter(([, each]) => pagesOf(each) === undefined).map(([name]) => name)
  expect(unpaged.toSorted()).toEqual(Object.keys(MOST).toSorted())
})
