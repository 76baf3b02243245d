import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fromPyPi, installTool, ofRelease } from '../support/install-tool.ts'
import { freshCustomer, isEvent, startTestService } from '../support/service.ts'

const DIRECTORY = new URL('../../packages/python', import.meta.url)

const supported = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
if (!supported)
  console.warn('The Python client is not tested, because this machine has no python3 of version 3.10 or newer.')
// `test.skipIf` would run a test with the tag `full` although the tag skips it.
const testWithPython = supported ? test : test.skip

/** Returns what a Python program prints, without blocking the service, which is in this process. */
async function python(args: readonly string[], input = ''): Promise<string> {
  const env = { PATH: process.env.PATH, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }
  const running = promisify(execFile)('python3', ['-W', 'error', ...args], { cwd: DIRECTORY, env })
  running.child.stdin?.end(input)
  return (await running).stdout
}

testWithPython('the Python client passes its unit tests', { tags: 'tool' }, async () => {
  await python(['-m', 'unittest', 'discover', '-s', 'tests'])
})

const hasMypy = supported && spawnSync('python3', ['-m', 'mypy', '--version']).status === 0
if (supported && !hasMypy) console.warn('The types of the Python client are not checked, because python3 has no mypy.')

test.skipIf(!hasMypy)('the Python client has types that mypy accepts', { tags: 'tool' }, async () => {
  await python(['-m', 'mypy', '--cache-dir', '/dev/null'])
})

testWithPython('the Python client verifies a delivery and replies', { tags: 'tool' }, async () => {
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

testWithPython(
  'the wheel of the Python client follows the rules of PyPI, and has what it needs',
  { tags: ['full', 'tool'] },
  async ({ skip }) => {
    const tool = await installTool('twine', fromPyPi(ofRelease('twine'), 'pip', 'setuptools>=77', 'wheel'))
    if (tool === undefined) return skip()
    const directory = await mkdtemp(join(tmpdir(), 'wheel-'))
    try {
      // Setuptools leaves files where it builds.
      const source = join(directory, 'source')
      await cp(DIRECTORY, source, { recursive: true })
      const run = (program: string, args: readonly string[]) =>
        promisify(execFile)(join(tool, 'bin', program), args, { cwd: directory })
      await run('pip', ['wheel', '--quiet', '--no-deps', '--no-build-isolation', source])
      const [wheel = ''] = (await readdir(directory)).filter((name) => name.endsWith('.whl'))
      await run('twine', ['check', '--strict', wheel])
      const { stdout } = await run('python', ['-m', 'zipfile', '--list', wheel])
      const files = stdout.split('\n').flatMap((line) => line.split(/\s+/)[0] || [])
      const modules = (await readdir(new URL('src/replywright/', `${DIRECTORY}/`))).filter(
        (name) => !name.startsWith('__pyc'),
      )
      expect(files.filter((file) => file.startsWith('replywright/')).toSorted()).toEqual(
        modules.map((name) => `replywright/${name}`).toSorted(),
      )
      expect(files.filter((file) => !file.startsWith('replywright/') && !file.includes('.dist-info/'))).toEqual([
        'File',
      ])
    } finally {
      await rm(directory, { recursive: true })
    }
  },
)
