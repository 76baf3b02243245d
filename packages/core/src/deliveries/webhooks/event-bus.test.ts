import { afterEach, expect, test, vi } from 'vitest'

const BUS = 'arn:aws:events:eu-central-1:111122223333:event-bus/shop'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function mayUse(setting: string, organizationId: string, arn = BUS): Promise<boolean> {
  vi.stubEnv('EVENT_BUS_ARNS', setting)
  vi.resetModules()
  const { mayUseBus } = await import('./event-bus.ts')
  return mayUseBus(organizationId, arn)
}

test.each([
  [`${BUS}=*`, 'o1', true],
  [`${BUS}=o1+o2`, 'o2', true],
  [`${BUS}=o1+o2`, 'o3', false],
  [`${BUS}2=*,${BUS}=o1`, 'o2', false],
  ['', 'o1', false],
])('%s lets %s use the bus: %s', async (setting, organizationId, expected) => {
  expect(await mayUse(setting, organizationId)).toBe(expected)
})
