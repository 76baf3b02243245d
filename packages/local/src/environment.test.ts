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
  [
    { MODEL_BASE_URL: 'localhost:11434' },
    'MODEL_BASE_URL: must begin with http:// or https://, such as http://localhost:11434',
  ],
  [{ MODEL_BASE_URL: '127.0.0.1:8000/v1' }, 'such as http://127.0.0.1:8000/v1'],
  [{ MODEL_BASE_URL: ' http://127.0.0.1:8000/v1' }, 'MODEL_BASE_URL: must be a URL without spaces'],
  [{ DEMO_WEBHOOK_URL: 'https://shop.example/my hook' }, 'DEMO_WEBHOOK_URL: must be a URL without spaces'],
  [{ DATA_DIR: ' ' }, 'DATA_DIR: must be the path of a directory'],
  [{ PROVIDER_BASE_URL: 'ftp://a.example' }, 'PROVIDER_BASE_URL: must be a URL that begins with http:// or https://'],
  [{ DEMO_WEBHOOK_URL: 'hook' }, 'DEMO_WEBHOOK_URL: must begin with http:// or https://, such as http://hook'],
  [{ RETRY_DELAYS_SECONDS: '0.5,1' }, 'RETRY_DELAYS_SECONDS: must be whole seconds separated by commas'],
  [
    { SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: '86400' },
    'SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: must be shorter than SERVICE_WINDOW_SECONDS',
  ],
])('%j is rejected with the name of the variable', (source, message) => {
  expect(() => readEnvironment(source)).toThrow(message)
})
