import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { headLimits, publicLimits } from './public-limits.ts'
import { readSettings } from './settings.ts'

const limits = (context: Readonly<Record<string, unknown>>) => {
  const settings = readSettings((key) => context[key])
  return {
    ...publicLimits(endpoints, settings),
    ...headLimits(endpoints, settings),
    ...publicLimits(sessionEndpoints, settings),
  }
}
const rates = (context = {}) => Object.values(limits(context)).map(({ throttlingRateLimit = 0 }) => throttlingRateLimit)

test('a public route takes what its function holds', () => {
  // Twice as much, because each organisation has a limit of its own in the function.
  expect(limits({})['/triggers/{id}/POST']).toEqual({ throttlingRateLimit: 800, throttlingBurstLimit: 1600 })
  expect(limits({})['/media/{token}/GET']).toEqual({ throttlingRateLimit: 400, throttlingBurstLimit: 800 })
  // More than Cognito's own quota of 120 requests a second.
  expect(limits({})['/dashboard-api/session/refresh/POST']).toMatchObject({ throttlingRateLimit: 133 })
})

test('a flood of all public routes leaves half of the quota to other functions', () => {
  const executions = Object.entries(limits({})).reduce(
    (sum, [path, { throttlingRateLimit = 0 }]) =>
      sum + throttlingRateLimit * (path.includes('/session/') ? 0.15 : 0.05),
    0,
  )
  expect(executions).toBeLessThan(500)
})

test('the limits follow the quota and the stage, and are never too small for people', () => {
  expect(Math.max(...rates({ accountConcurrency: 4_000 }))).toBe(1_000)
  expect(Math.max(...rates({ stageRateLimitPerSecond: 50 }))).toBe(50)
  expect(Math.min(...rates({ accountConcurrency: 10 }))).toBe(20)
})
