import { expect, test } from 'vitest'
import { passesFilter } from './request-log.ts'

const request = { apiKeyId: 'k1', status: 404, path: '/api/v1/agents/a1/', requestId: 'r1' }

test.each([
  [{}, true],
  [{ apiKeyId: 'k1' }, true],
  [{ apiKeyId: 'k2' }, false],
  [{ status: '404' }, true],
  [{ status: '4xx' }, true],
  [{ status: '400' }, false],
  [{ status: '5xx' }, false],
  [{ search: 'agents/a1' }, true],
  [{ search: 'webhooks' }, false],
  [{ search: 'r1' }, true],
  [{ search: 'r2' }, false],
  [{ apiKeyId: 'k1', status: '2xx', search: 'agents' }, false],
])('%j: %s', (filter, passes) => {
  expect(passesFilter(filter, request)).toBe(passes)
})
