import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.mjs', import.meta.url))

/** Ends with code 7 at a signal, or when the bootstrap has ended, and prints which. */
const PROGRAM = `
  const ends = (name) => process.once(name, () => process.stdout.write(name, () => process.exit(7)))
  ends('SIGTERM')
  ends('disconnect')
  setInterval(() => {}, 1000)
  process.stdout.write('running')
`

/** Runs Node and waits until the program runs. `rest` is what it prints until it has ended, which closes its output. */
async function startNode(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const starter = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  await once(starter.stdout, 'data')
  let text = ''
  starter.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const rest = once(starter.stdout, 'close').then(() => text)
  return { starter, rest }
}

test('a signal reaches the program, and its exit code is returned', async () => {
  const { starter, rest } = await startNode([BOOTSTRAP, 'node', '-e', PROGRAM])
  starter.kill('SIGTERM')
  expect(await once(starter, 'exit')).toEqual([7, null])
  expect(await rest).toBe('SIGTERM')
})

test('a program ends when the bootstrap is killed', async () => {
  const { starter, rest } = await startNode([BOOTSTRAP, 'node', '-e', PROGRAM])
  starter.kill('SIGKILL')
  expect(await rest).toBe('disconnect')
})

test.each([
  ['the process that started the bootstrap', '', 'exec "$0" "$@"'],
  ['npm, which started it through a shell,', 'start', '"$0" "$@"; true'],
])('a program ends when %s is killed', async (_, npm_lifecycle_event, line) => {
  const STARTER = `
    const { spawn } = require('node:child_process')
    const [line, ...args] = process.argv.slice(1)
    spawn('sh', ['-c', line, process.execPath, ...args], { stdio: 'inherit' })
  `
  const args = ['-e', STARTER, line, BOOTSTRAP, 'node', '-e', PROGRAM]
  const { starter, rest } = await startNode(args, { npm_lifecycle_event })
  starter.kill('SIGKILL')
  expect(await rest).toBe('SIGTERM')
})
