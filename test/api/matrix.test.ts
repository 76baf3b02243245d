// @module-tag long
import { randomUUID } from 'node:crypto'
import { type Endpoint, isDocumented, NO_BODY } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { loadDemoSecrets } from '@replywright/local/demo.ts'
import type { Service } from '@replywright/local/start-service.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { startTestService } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'
import { documentedRequests, SEED } from './documented-requests.ts'
import { examplesOf, fieldsOf, mapFields, placesOf, withValue, wrongValue } from './matrix-bodies.ts'
import { type Call, callEndpoint, refusedPaths } from './matrix-call.ts'
import { createWorld, type World } from './matrix-world.ts'

/** The time for bundling, synthesizing, starting, and the first call of many functions. */
const STARTING_MILLISECONDS = 240_000

const Key = v.looseObject({ id: v.string(), value: v.string() })

let service: Service
let world: World
let accessToken: string
/** A key of the demo that no function has cached. */
let newKey: v.InferOutput<typeof Key>
let items: ReturnType<typeof storedItems>
beforeAll(async () => {
  service = await startTestService()
  items = storedItems(service.cloud)
  const demo = await signInToDashboard(service)
  newKey = v.parse(Key, (await demo.call('POST', '/v1/api-keys/', { name: 'new' })).body)
  accessToken = (await loadDemoSecrets(service.dataDir)).accessToken
  world = await createWorld(service)
}, STARTING_MILLISECONDS)
afterAll(() => service?.stop())

const all = Object.entries<Endpoint>(endpoints)
const isGuarded = (endpoint: Endpoint) => endpoint.access !== 'public' && isDocumented(endpoint)
const guarded = all.filter(([, endpoint]) => isGuarded(endpoint))
const isProxy = ({ path }: Endpoint) => path.includes('/proxy/')
const takesJson = ({ body, content }: Endpoint) => body !== NO_BODY && (!content || 'application/json' in content)
const hasId = ({ path }: Endpoint) => path.includes('{')
const isPaged = ({ query }: Endpoint) => 'entries' in query && 'limit' in Object(query.entries)

/** Returns whether the service itself validates the endpoint's bodies. */
const isChecked = (endpoint: Endpoint) => isGuarded(endpoint) && takesJson(endpoint) && !isProxy(endpoint)

const call = async (endpoint: Endpoint, options: Partial<Call> = {}) =>
  callEndpoint(endpoint, {
    url: options.url ?? (await world.url(endpoint)),
    apiKey: service.ready.apiKey,
    body: endpoint.body === NO_BODY ? undefined : world.bodies(endpoint)[0],
    ...options,
  })

/** Returns the URL of a resource that is kept, also for a DELETE that will be rejected. */
const keptUrl = (endpoint: Endpoint) => world.url({ ...endpoint, method: 'GET' })

test('only these endpoints need no key', () => {
  const open = all.filter(([, { access }]) => access === 'public').map(([, { method, path }]) => `${method} ${path}`)
  expect(open.toSorted()).toEqual([
    'GET /',
    'GET /docs',
    'GET /docs.md',
    'GET /docs/{page}/',
    'GET /health',
    'GET /link/return/',
    'GET /link/{token}/',
    'GET /llms.txt',
    'GET /media/{token}/',
    'GET /openapi.json',
    'POST /link/{token}/confirm/',
    'POST /triggers/{id}/',
  ])
})

test.each(guarded)(
  '%s returns the documented response for its documented example, and records its key and Idempotency-Key',
  async (_, endpoint: Endpoint) => {
    const { lastUsedAt, ...unused } = (await items.get(`k#${newKey.id}`, 'apiKey')) ?? {}
    await items.put(unused)
    for (const body of endpoint.body === NO_BODY ? [undefined] : world.bodies(endpoint)) {
      const url = await world.url(endpoint)
      const key = randomUUID()
      const { status, body: answer } = await call(endpoint, {
        url,
        body,
        apiKey: newKey.value,
        ...(endpoint.method === 'POST' && { headers: { 'Idempotency-Key': key } }),
      })
      if (isProxy(endpoint)) expect({ status, answer }).toEqual(await providerResponse(endpoint, url, body))
      else
        expect({ status, answer }).toEqual({
          status: endpoint.status,
          answer: withStoredFields(endpoint, body, answer),
        })
      const noted = await items.get(`idempotency#${unused.organizationId}#${key}`, 'idempotency')
      expect(noted !== undefined).toBe(endpoint.method === 'POST')
    }
    expect(await items.get(`k#${newKey.id}`, 'apiKey')).toHaveProperty('lastUsedAt')
  },
)

/** Returns the provider's own response to a request that the proxy forwards. */
async function providerResponse({ method }: Endpoint, url: string, body: unknown) {
  const [, target = ''] = /\/proxy(\/.*)\/$/.exec(url) ?? []
  const response = await fetch(`${service.provider.url}/v26.0${target}`, {
    method,
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // Each response has its own trace id.
  const answer = JSON.parse(await response.text(), (name, value) =>
    name === 'fbtrace_id' ? expect.any(String) : value,
  )
  return { status: response.status, answer }
}

/** Returns the response with the texts and numbers that were sent and that it has a field for. */
function withStoredFields({ path }: Endpoint, sent: unknown, response: unknown): unknown {
  if (!/^\/api\/v1\/[\w-]+\/(\{\w+\}\/)?$/.test(path)) return response
  const kept = Object.entries(Object(sent)).filter(
    ([name, value]) => name in Object(response) && typeof value !== 'object',
  )
  return kept.length === 0 ? response : { ...Object(response), ...Object.fromEntries(kept) }
}

/** The time in links to newer deliveries, counters that are updated with a delay, and repeated attempts. */
const CHANGING = ['previous', 'health', 'attempts', 'attemptCount', 'explanation', 'undoUntil']

/** Returns the demo organisation's resources, without values that change over time. */
async function snapshot(): Promise<string> {
  // One of the reads exports a customer, which adds an entry to the audit log.
  const reads = guarded.filter(([name, each]) => each.method === 'GET' && !isProxy(each) && name !== 'audit/list')
  const responses = await Promise.all(reads.map(([, endpoint]) => call(endpoint)))
  const bodies = mapFields(
    responses.map(({ body }) => body),
    (name, value) => (CHANGING.includes(name) ? undefined : value),
  )
  return JSON.stringify(bodies).replace(/\?X-Amz-[^"]*|"chatWindowRemainingTime":"\d+"/g, '')
}

describe('rejects', () => {
  let before: string
  beforeAll(async () => {
    // Creates all resources before the snapshot.
    for (const [, endpoint] of guarded) if (endpoint.method !== 'DELETE') await world.url(endpoint)
    const pending = `${world.urlWith(endpoints['webhook-deliveries/list'], '')}?status=pending`
    await vi.waitFor(
      async () =>
        expect(await call(endpoints['webhook-deliveries/list'], { url: pending })).toMatchObject({
          body: { countAtLeast: 0 },
        }),
      { timeout: 90_000, interval: 200 },
    )
    before = await snapshot()
  })
  afterAll(async () => expect(await snapshot()).toBe(before))

  // All tests of an endpoint follow each other, because starting its function takes longer than they do.
  describe.each(guarded)('%s', (_, endpoint: Endpoint) => {
    test('a missing or wrong key with 401', async () => {
      const url = world.urlWith(endpoint, 'nothing')
      for (const apiKey of [undefined, 'x'.repeat(40)])
        expect(await call(endpoint, { url, apiKey })).toMatchObject({
          status: 401,
          body: { code: 'authentication_failed' },
        })
    })

    test('writes with a read key with 403', async () => {
      const url = await keptUrl(endpoint)
      const { status } = await call(endpoint, { url, apiKey: service.ready.readApiKey })
      expect(status).toBe(endpoint.access === 'write' ? 403 : endpoint.status)
    })

    // Each organisation can have a customer with the same number.
    if (hasId(endpoint) && !endpoint.path.includes('{customer}'))
      test("another organisation's id in the path with 404", async () => {
        const url = await keptUrl(endpoint)
        expect(await call(endpoint, { url, apiKey: service.ready.otherOrganization.apiKey })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
      })

    if (hasId(endpoint))
      test('an unknown or malformed id with 404', async () => {
        for (const id of [randomUUID(), 'x'.repeat(3000), '%ZZ'])
          expect([id, (await call(endpoint, { url: world.urlWith(endpoint, id) })).status]).toEqual([id, 404])
      })

    test.each(foreignFields(endpoint))("another organisation's %s in the body with 400", async (field) => {
      const found = world.bodies(endpoint).flatMap((body) =>
        placesOf(endpoint, body)
          .filter(({ path }) => path.at(-1) === field)
          .map(({ path }) => ({ path, body: withValue(body, path, world.foreign[field]) })),
      )
      expect(found.length).toBeGreaterThan(0)
      for (const { path, body } of found) {
        const response = await call(endpoint, { body })
        const named = field === 'accountIds' ? [...path, '0'] : path
        expect({ status: response.status, paths: refusedPaths(response) }).toEqual({
          status: 400,
          paths: [named.join('.')],
        })
      }
    })

    if (takesJson(endpoint))
      test('a body that is not a JSON object with 400', async () => {
        for (const [body, code] of [
          ['{"a":', 'invalid_json'],
          ['[]', 'validation_error'],
        ])
          expect(await call(endpoint, { body })).toMatchObject({ status: 400, body: { code } })
      })

    if (endpoint.body !== NO_BODY)
      test('another content type with 415', async () => {
        expect(await call(endpoint, { contentType: 'text/plain', body: 'name=x' })).toMatchObject({
          status: 415,
          body: { code: 'unsupported_media_type' },
        })
      })

    if (isChecked(endpoint))
      test('a body of 1.1 MB with 413', async () => {
        const body = { ...Object(world.bodies(endpoint)[0]), filler: 'x'.repeat(1_100_000) }
        expect(await call(endpoint, { body })).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
      })

    if (isCheckedFor(endpoint, wrongValue))
      test('each field of a wrong type with a 400 that names it', () => expectNamed(endpoint, wrongValue))

    if (isCheckedFor(endpoint, tooLong))
      test('each text that is too long with a 400 that names it', () => expectNamed(endpoint, tooLong))

    if (isPaged(endpoint))
      test('an offset or limit out of range with 400', async () => {
        const url = await world.url(endpoint)
        for (const [name, value] of [
          ['limit', '0'],
          ['limit', '101'],
          ['limit', 'ten'],
          ['limit', ''],
          ['offset', '-1'],
          ['offset', '1.5'],
          ['offset', '9999999999'],
        ] as const) {
          const response = await call(endpoint, { url: `${url}?${name}=${value}` })
          expect([name, value, response.status, refusedPaths(response)]).toEqual([name, value, 400, [name]])
        }
      })
  })

  test.each(unknownMethods())('%s with 405', async (_, method, endpoint: Endpoint) => {
    const response = await fetch(world.urlWith(endpoint, 'nothing'), {
      method,
      headers: { 'X-API-Key': service.ready.apiKey },
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')?.split(', ')).toContain(endpoint.method)
    expect(await response.json()).toEqual({ error: expect.any(String), code: 'method_not_allowed' })
  })
})

/** Longer than the maximum length of a table key. */
const LONG = 'x'.repeat(20_000)
const STRANGE = ' \u0000 💩 ../%2e\n'
/** Half of a surrogate pair. Texts that are stored outside JSON are rejected with it, so `STRANGE` has none. */
const HALF = '\ud800'

const { documented, requestsOf, expectDocumentedResponse } = documentedRequests()

describe.each(documented)('%s', { tags: 'full' }, (_, endpoint: Endpoint) => {
  if (isGuarded(endpoint) && takesJson(endpoint))
    test('returns a documented response and never a 5xx for any JSON', async () => {
      const fields = fieldsOf(endpoint)
      const known = fc.dictionary(fc.constantFrom('name', ...fields), fc.jsonValue())
      const [example] = world.bodies(endpoint)
      const changed = known.map((change) => ({ ...Object(example), ...change }))
      const url = await world.url(endpoint)
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.jsonValue(), known, changed), async (body) => {
          const { status } = await call(endpoint, { url, body: JSON.stringify(body) })
          expect(status).toBeLessThan(500)
        }),
        { numRuns: 4 },
      )
    })

  if (isCheckedFor(endpoint, ({ type }) => type === 'string' || undefined))
    test('accepts or refuses texts that are long or contain unusual characters', async () => {
      const url = await world.url(endpoint)
      for (const body of world.bodies(endpoint))
        for (const { path, schema } of placesOf(endpoint, body).filter(({ schema: { type } }) => type === 'string'))
          for (const text of schema.maxLength === undefined ? [LONG, STRANGE, HALF] : [STRANGE, HALF]) {
            const { status } = await call(endpoint, { url, body: withValue(body, path, text) })
            expect([path.join('.'), text.length, status < 500]).toEqual([path.join('.'), text.length, true])
          }
    })

  test(`returns only what the document describes for requests that it generates with seed ${SEED}`, async () => {
    const url = await world.url(endpoint)
    const requests = requestsOf(endpoint, {
      url,
      unknownUrl: world.urlWith(endpoint, 'nothing'),
      bodies: world.bodies(endpoint),
    })
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        expectDocumentedResponse(endpoint, request, await call(endpoint, request))
      }),
      { seed: SEED, numRuns: 3 },
    )
  })
})

/** Returns whether the service validates a field of the endpoint's bodies that `refused` returns a value for. */
function isCheckedFor(endpoint: Endpoint, refused: (schema: JsonSchema) => unknown): boolean {
  const isField = (body: unknown) => placesOf(endpoint, body).some(({ schema }) => refused(schema) !== undefined)
  return isChecked(endpoint) && examplesOf(endpoint).some(isField)
}

function tooLong({ maxLength }: JsonSchema): string | undefined {
  return maxLength === undefined ? undefined : 'x'.repeat(maxLength + 1)
}

/**
 * Expects a 400 to name every field that `refused` returns a value for; all fields of one depth are changed together.
 */
async function expectNamed(endpoint: Endpoint, refused: (schema: JsonSchema) => unknown): Promise<void> {
  for (const example of world.bodies(endpoint)) {
    const places = placesOf(endpoint, example).filter(({ schema }) => refused(schema) !== undefined)
    // A wrong value of the field that selects an alternative hides all other errors.
    const groups = Map.groupBy(places, ({ path, schema }) => (schema.enum?.length !== 1 ? path.length : path.join('.')))
    for (const group of groups.values()) {
      const body = group.reduce((changed, { path, schema }) => withValue(changed, path, refused(schema)), example)
      const response = await call(endpoint, { body })
      const wanted = group.map(({ path }) => path.join('.'))
      const named = wanted.filter((field) =>
        refusedPaths(response).some((each) => each === field || each.startsWith(`${field}.`)),
      )
      expect({ status: response.status, named, body }).toEqual({ status: 400, named: wanted, body })
    }
  }
}

/** Returns the fields of an endpoint's bodies that hold an id of the organisation. */
function foreignFields(endpoint: Endpoint): string[] {
  const fields = ['agentId', 'childAgentId', 'connectorId', 'webhookId', 'accountIds', 'fromNumber', 'phoneNumberId']
  const has = (field: string) => (body: unknown) => placesOf(endpoint, body).some(({ path }) => path.at(-1) === field)
  return fields.filter((field) => takesJson(endpoint) && examplesOf(endpoint).some(has(field)))
}

/** Returns the methods that a path does not have. */
function unknownMethods(): [string, string, Endpoint][] {
  const byPath = Map.groupBy(all, ([, { path }]) => path)
  return [...byPath].flatMap(([path, found]) => {
    const [[, endpoint] = []] = found
    const known = found.map(([, { method }]) => method)
    const missing = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !known.includes(method))
    return endpoint ? missing.map((method): [string, string, Endpoint] => [`${method} ${path}`, method, endpoint]) : []
  })
}
