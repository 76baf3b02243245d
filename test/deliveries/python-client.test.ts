import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshCustomer, isEvent, startTestService } from '../support/service.ts'

const DIRECTORY = new URL('../../packages/python', import.meta.url)

const supported = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
if (!supported)
  console.warn('The Python client is not tested, because this machine has no python3 of version 3.10 or newer.')
const testWithPython = test.skipIf(!supported)

/** Returns what a Python program prints, without blocking the service, which is in this process. */
async function python(args: readonly string[], input = ''): Promise<string> {
  const env = { PATH: process.env.PATH, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }
  const running = promisify(execFile)('python3', ['-W', 'error', ...args], { cwd: DIRECTORY, env })
  running.child.stdin?.end(input)
  return (await running).stdout
}

testWithPython('the Python client passes its unit tests', async () => {
  await python(['-m', 'unittest', 'discover', '-s', 'tests'])
})

const hasMypy = supported && spawnSync('python3', ['-m', 'mypy', '--version']).status === 0
if (supported && !hasMypy) console.warn('The types of the Python client are not checked, because python3 has no mypy.')

test.skipIf(!hasMypy)('the Python client has types that mypy accepts', async () => {
  await python(['-m', 'mypy', '--cache-dir', '/dev/null'])
})

testWithPython('the Python client verifies a delivery and replies', async () => {
  const service = await startTestService()
  service.receiver.reset()
  const { baseUrl, apiKey, webhook } = service.ready
  await service.provider.sendAsCustomer({ from: freshCustomer(), text: 'Where is my order? 📦' })
  const { body, headers } = await service.receiver.next(isEvent(webhook.url, 'message.received'), 30_000)
  const job = { baseUrl, apiKey, secret: webhook.secret, body: Buffer.from(body).toString('base64'), headers }
  const { received, texts, asyncTexts } = JSON.parse(await python(['tests/main_job.py'], JSON.stringify(job)))
  expect(received).toBe('Where is my order? 📦')
  expect(texts.toSorted()).toEqual(['Grüße 👋🏽', 'Where is my order? 📦'])
  // Null where httpx is missing.
  expect([texts, null]).toContainEqual(asyncTexts)
})
