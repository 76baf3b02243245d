import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test.each([
  [{}, '3600'],
  [{ SERVICE_WINDOW_SECONDS: '3601' }, '3600'],
  [{ SERVICE_WINDOW_SECONDS: '240' }, '10'],
  [{ SERVICE_WINDOW_SECONDS: '240', SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: '239' }, '239'],
])('%j: the expiring event is sent %s seconds before the end of the window', (source, lead) => {
  expect(readEnvironment(source)).toMatchObject({ SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: lead })
})

test.each([
  [{ PORT: 'x', RETRY_DELAYS_SECONDS: '' }, 'PORT: must be a number'],
  [{ RETRY_DELAYS_SECONDS: '0.5,1' }, 'RETRY_DELAYS_SECONDS: must be whole seconds separated by commas'],
  [
    { SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: '86400' },
    'SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: must be shorter than SERVICE_WINDOW_SECONDS',
  ],
])('%j is rejected with the name of the variable', (source, message) => {
  expect(() => readEnvironment(source)).toThrow(message)
})
