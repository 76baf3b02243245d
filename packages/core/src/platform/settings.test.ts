import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { settings } from './settings.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([undefined, ''])('throws the name of a required setting that is %o', (value) => {
  vi.stubEnv('KEY_ARN', value)
  expect(() => settings.KEY_ARN).toThrow('Missing environment variable KEY_ARN.')
})

test('throws the name and the problem of an invalid setting', () => {
  vi.stubEnv('ORGANIZATION_SLOTS', 'many')
  expect(() => settings.ORGANIZATION_SLOTS).toThrow(/^Invalid environment variable ORGANIZATION_SLOTS\. .*"many"/)
  vi.stubEnv('WORK_QUEUE_URLS', '{')
  expect(() => settings.WORK_QUEUE_URLS).toThrow('Invalid environment variable WORK_QUEUE_URLS.')
})

test.each([undefined, ''])('returns the default of an optional setting that is %o', (value) => {
  for (const name of ['RETRY_DELAYS_SECONDS', 'SELF_SIGN_UP', 'REQUIRE_OPERATOR_MFA', 'BEDROCK_MODEL_ID'])
    vi.stubEnv(name, value)
  const { RETRY_DELAYS_SECONDS, SELF_SIGN_UP, REQUIRE_OPERATOR_MFA, BEDROCK_MODEL_ID } = settings
  expect([RETRY_DELAYS_SECONDS, SELF_SIGN_UP, REQUIRE_OPERATOR_MFA, BEDROCK_MODEL_ID]).toEqual([
    [10, 30, 90],
    false,
    true,
    undefined,
  ])
})

test('reads a setting at each use', () => {
  vi.stubEnv('RETRY_DELAYS_SECONDS', '1,2')
  expect(settings.RETRY_DELAYS_SECONDS).toEqual([1, 2])
  vi.stubEnv('RETRY_DELAYS_SECONDS', '3')
  expect(settings.RETRY_DELAYS_SECONDS).toEqual([3])
})

const LOAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const failures = workerData.map((file) => import(file).then(() => [], ({ message }) => [file + ': ' + message]))
  Promise.all(failures).then((found) => parentPort.postMessage(found.flat()))`

test('every module of core, http and pages loads without an environment', async () => {
  const root = resolve(import.meta.dirname, '../../../..')
  const files = globSync('packages/{core,http,pages}/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(300)
  const { promise: failures, resolve: report, reject } = Promise.withResolvers<string[]>()
  const worker = new Worker(LOAD, { eval: true, env: {}, workerData: files.map((file) => resolve(root, file)) })
  worker.on('message', report)
  worker.on('error', reject)
  expect(await failures).toEqual([])
  await worker.terminate()
})
