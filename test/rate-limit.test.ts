import { expect, test } from 'vitest'
import { callApi, startTestService } from './service.ts'

test('of 150 requests at once with one key 100 to 104 pass, the others get a 429, and another key is untouched', async () => {
  await using service = await startTestService()
  const { baseUrl, apiKey, otherOrganization } = service.ready
  const get = (key: string) => callApi(baseUrl, key, 'GET', '/conversations/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/')
  const answers = await Promise.all(Array.from({ length: 150 }, () => get(apiKey)))
  const refused = answers.filter(({ status }) => status === 429)
  const passed = answers.filter(({ status }) => status === 404)
  expect(passed.length + refused.length).toBe(150)
  expect(passed.length).toBeGreaterThanOrEqual(100)
  expect(passed.length).toBeLessThanOrEqual(104)
  expect(refused[0]?.body).toEqual({ error: expect.any(String), retry_after: 60 })
  expect(refused[0]?.headers.get('retry-after')).toBe('60')
  expect(await get(otherOrganization.apiKey)).toMatchObject({ status: 404 })
})
