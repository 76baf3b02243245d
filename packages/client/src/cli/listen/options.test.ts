import { expect, test } from 'vitest'
import { readListenOptions } from './options.ts'

const REQUIRED = ['--webhook', 'w', '--forward-to', 'http://127.0.0.1:8080/hook']
const ENV = { REPLYWRIGHT_API_KEY: 'key' }

test('has defaults, and reads the environment', () => {
  const options = { webhookId: 'w', forwardTo: new URL('http://127.0.0.1:8080/hook'), sinceMs: 0, apiKey: 'key' }
  expect(readListenOptions(REQUIRED, ENV)).toEqual({
    ...options,
    baseUrl: 'http://127.0.0.1:3000',
    replayId: undefined,
    secret: undefined,
    json: false,
  })
  const env = { ...ENV, REPLYWRIGHT_BASE_URL: 'https://api.example.com/v/' }
  expect(readListenOptions(REQUIRED, env)).toMatchObject({ baseUrl: 'https://api.example.com/v' })
})

test('an empty id is none, as from an empty variable of a script', () => {
  const args = ['--webhook', '', '--replay', '', '--forward-to', 'http://127.0.0.1:8080/hook']
  expect(readListenOptions(args, ENV)).toMatchObject({ webhookId: undefined, replayId: undefined })
})

test('prefers options to the environment', () => {
  const env = { REPLYWRIGHT_API_KEY: 'other', REPLYWRIGHT_BASE_URL: 'https://other.example.com' }
  const args = ['--url', 'https://a.example.com/', '--api-key', 'k', '--since', '90s', '--replay', 'd', '--secret', 's']
  expect(readListenOptions([...REQUIRED, ...args], env)).toMatchObject({
    baseUrl: 'https://a.example.com',
    apiKey: 'k',
    sinceMs: 90_000,
    replayId: 'd',
    secret: 's',
    json: false,
  })
})

test.each([
  ['1s', 1_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['30d', 2_592_000_000],
])('reads the duration %s', (text, sinceMs) => {
  expect(readListenOptions([...REQUIRED, '--since', text], ENV)).toMatchObject({ sinceMs })
})

test.each([
  [[], {}, '--forward-to <url> is missing: the URL of your endpoint.'],
  [REQUIRED, {}, 'No API key: use --api-key <key>, or set REPLYWRIGHT_API_KEY.'],
  [REQUIRED, { REPLYWRIGHT_API_KEY: 'a b' }, 'The API key must be printable ASCII without spaces.'],
  [['--forward-to', '8080'], ENV, '--forward-to must be an http or https URL'],
  [[...REQUIRED, '--url', 'localhost:3000'], ENV, '--url must be an http or https URL'],
  [[...REQUIRED, '--since', '10'], ENV, '--since must be a duration of at most 30d, such as 30s, 10m or 2h, not "10".'],
  [[...REQUIRED, '--since', '0m'], ENV, '--since must be a duration'],
  [[...REQUIRED, '--since', '31d'], ENV, '--since must be a duration'],
  [[...REQUIRED, '--secret', ''], ENV, '--secret must not be empty.'],
  [[...REQUIRED, '--sinse', '10m'], ENV, "Unknown option '--sinse'. Did you mean --since? See --help."],
  [[...REQUIRED, 'more'], ENV, 'Too many arguments. Expected 0 arguments but got 1. See --help.'],
] as const)('rejects %j', (args, env, message) => {
  expect(() => readListenOptions(args, env)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) }),
  )
})
