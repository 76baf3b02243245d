import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { realTiming } from '../timing.ts'
import { runCli } from './run-cli.ts'

async function run(...args: string[]) {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const exitCode = await runCli(args, {
    env: {},
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return { exitCode, out: lines.out.join('\n'), err: lines.err.join('\n') }
}

test('shows the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await run('--version')).toEqual({ exitCode: 0, out: version, err: '' })
})

test.each([[['--help']], [['listen', '--help']], [['mcp', '-h']]])('shows help with an example: %j', async (args) => {
  expect(await run(...args)).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/Usage: replywright .*Example.*replywright/s),
  })
})

test('the help of a resource lists all its commands', async () => {
  const { out } = await run('agents', '--help')
  for (const command of ['list', 'pull', 'push', 'test']) expect(out).toContain(`replywright agents ${command}\n`)
})

test.each([
  [['agnets', 'list'], 'There is no command "agnets". Did you mean agents? See --help.'],
  [[], 'Usage: replywright <command> [options]'],
  [['lisen'], 'There is no command "lisen". See --help.'],
  [['mcp', '--wirte'], "Unknown option '--wirte'. Did you mean --write? See --help."],
  [['mcp'], 'No API key: use --api-key <key>, or set REPLYWRIGHT_API_KEY.'],
])('rejects wrong arguments: %j', async (args, err) => {
  expect(await run(...args)).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(err) })
})

test('ends without an error if the reader of its output has ended', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const cli = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  cli.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(cli.stderr), once(cli, 'exit')])
  expect([code, stderr]).toEqual([0, ''])
})
