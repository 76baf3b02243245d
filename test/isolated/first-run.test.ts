// @module-tag full
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeLostDelivery } from '../deliveries/lost-delivery.ts'
import { runOps, typeOps } from '../operations/run-ops.ts'
import { startTestService } from '../support/service.ts'

const Organizations = v.array(v.object({ id: v.string(), name: v.string() }))

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'replywright-first-run-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('npm start', () => {
  test('writes a private ready.json and removes it, keeps its data, and sends overdue deliveries', async () => {
    const DATA_DIR = join(directory, 'data')
    const first = await startTestService({ DATA_DIR })
    const file = join(DATA_DIR, 'ready.json')
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first.ready)
    expect((await stat(file)).mode & 0o077).toBe(0)
    const organization = await demoOrganization(DATA_DIR)
    const lost = await loseDelivery(first, organization)
    const secret = await rotateSecret(first, organization)
    await first.stop()
    await expect(stat(file)).rejects.toThrow()
    await using second = await startTestService({ DATA_DIR })
    // It may be in its first attempt, so its message waits for 30 seconds.
    await second.receiver.next(({ deliveryId }) => deliveryId === lost, 90_000)
    const { apiKey, readApiKey, webhook, numbers, otherOrganization } = second.ready
    expect({ apiKey, readApiKey, numbers, otherOrganization }).toEqual({
      apiKey: first.ready.apiKey,
      readApiKey: first.ready.readApiKey,
      numbers: first.ready.numbers,
      otherOrganization: first.ready.otherOrganization,
    })
    expect({ ...webhook, url: '' }).toEqual({ ...first.ready.webhook, url: '', secret })
  })

  test('rejects a data directory that is in use, and listens on the loopback interface only', async () => {
    const DATA_DIR = join(directory, 'taken')
    await using _ = await startTestService({ DATA_DIR })
    if (process.platform === 'linux') expectLoopback(await listeningAddresses(process.pid))
    const { stderr, status } = run({ DATA_DIR })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /could not start: \S+ is in use by process \d+\. Stop it first, or set DATA_DIR and PORT.*\n$/,
    )
  })

  test('--wait returns when the service is ready, says how the model answered, and --stop stops it', async () => {
    const settings = {
      DATA_DIR: join(directory, 'background'),
      MODEL_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1`,
      MODEL_ID: 'llama',
    }
    try {
      const started = run(settings, ['--wait'])
      expect(started.stdout).toMatch(/llama at http:\/\/127\.0\.0\.1:\d+\/v1 does not answer/)
      expect(started.stdout).toMatch(/The model is down: network\. Agents do not reply\.\n.*MODEL_BASE_URL/)
      expect(started.status).toBe(0)
      const { baseUrl } = v.parse(Addresses, JSON.parse(await readFile(join(settings.DATA_DIR, 'ready.json'), 'utf8')))
      expect((await fetch(`${baseUrl}/docs.md`)).status).toBe(200)
      const again = run(settings, ['--wait'])
      expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining(baseUrl) })
    } finally {
      expect(run(settings, ['--stop'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Stopped') })
    }
    expect(run(settings, ['--stop'])).toMatchObject({ status: 0, stdout: expect.stringContaining('No service runs') })
  })

  test('--wait fails with the reason if the service cannot start', async () => {
    const DATA_DIR = join(directory, 'waits')
    expect(run({ DATA_DIR, PORT: 'many' }, ['--wait'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('PORT'),
    })
    await using taken = await takePort()
    const { status, stderr } = run({ DATA_DIR, PORT: String(taken.port) }, ['--wait'])
    expect(stderr).toContain(`Port ${taken.port} (API) is in use.`)
    expect(status).toBe(1)
  })

  test('names both solutions if Java is missing', async () => {
    const bin = join(directory, 'bin')
    const { stderr, status } = run({ DATA_DIR: join(directory, 'no-java'), PATH: bin })
    expect(status).toBe(1)
    expect(stderr).toMatch(/Java.*17/)
    expect(stderr).toMatch(/apt-get install openjdk-17-jre-headless/)
    expect(stderr).toMatch(/Docker/)
  })

  test.each([
    ['PORT', 'many'],
    ['PORT', '65531'],
    ['RETRY_DELAYS_SECONDS', 'soon'],
    ['DEMO_WEBHOOK_URL', 'nowhere'],
  ])('names %s when its value is invalid', (name, value) => {
    const { stderr, status } = run({ DATA_DIR: join(directory, 'bad'), [name]: value })
    expect(status).toBe(2)
    expect(stderr).toContain(name)
  })
})

/** Expects that all servers of a service listen on the loopback interface only. */
function expectLoopback(listening: readonly string[]): void {
  expect(listening.length).toBeGreaterThanOrEqual(6)
  const LOOPBACK = ['0100007F', '0000000000000000FFFF00000100007F']
  for (const address of listening) expect(LOOPBACK).toContain(address)
}

/** Leaves a delivery without a queue message that has been pending for an hour. */
async function loseDelivery({ cloud, ready }: Service, organizationId: string): Promise<string> {
  return (await writeLostDelivery(cloud, { organizationId, webhookId: ready.webhook.id, at: Date.now() - 3_600_000 }))
    .id
}

/** Returns the new secret of the demo's webhook. */
async function rotateSecret(service: Service, organizationId: string): Promise<string | undefined> {
  const command = ['webhook', 'rotate-secret', '--organization', organizationId, '--id', service.ready.webhook.id]
  return (await runOps(service, command)).signingSecret
}

async function demoOrganization(dataDir: string): Promise<string> {
  const organizations = v.parse(
    Organizations,
    JSON.parse(await typeOps({ dataDir }, ['organizations', 'list', '--json'])),
  )
  return organizations.find(({ name }) => name === 'Demo')?.id ?? ''
}

const Addresses = v.object({ baseUrl: v.string() })

/** Listens on a free port until it is disposed. */
async function takePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, [Symbol.asyncDispose]: async () => void (await promisify(server.close.bind(server))()) }
}

async function closedPort(): Promise<number> {
  await using taken = await takePort()
  return taken.port
}

function run(env: Record<string, string>, args: readonly string[] = []) {
  return spawnSync(process.execPath, ['packages/local/src/main.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, PORT: '0', ...env },
    timeout: 60_000,
  })
}

/** Returns the addresses, in the format of /proc, of the listening TCP sockets of a process and its descendants. */
async function listeningAddresses(pid: number): Promise<string[]> {
  const inodes = new Set<string>()
  for (const each of [pid, ...(await descendants(pid))]) {
    const folder = `/proc/${each}/fd`
    for (const descriptor of await readdir(folder).catch(() => [])) {
      const target = await readlink(join(folder, descriptor)).catch(() => '')
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      if (inode) inodes.add(inode)
    }
  }
  const tables = await Promise.all([
    readFile('/proc/net/tcp', 'utf8'),
    // A kernel without IPv6 has no such file.
    readFile('/proc/net/tcp6', 'utf8').catch(() => ''),
  ])
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && inodes.has(columns[9] ?? ''))
    .map((columns) => columns[1]?.split(':')[0] ?? '')
}

async function descendants(pid: number): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    processes.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) }
    }),
  )
  const found = new Set([pid])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const each of parents) if (found.has(each.parent)) found.add(each.pid)
  }
  found.delete(pid)
  return [...found]
}
