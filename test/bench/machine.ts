import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { Administrator, Ready } from '@replywright/local/data-dir.ts'
import { type Provider, startProvider } from '@replywright/simulators/provider/provider.ts'
import { type Receiver, startReceiver } from '@replywright/simulators/receiver/receiver.ts'
import { signInToDashboard } from '../dashboard/session.ts'
import { measure } from './latencies.ts'
import { figuresOf } from './processes.ts'

const MAIN = 'packages/local/src/main.ts'
const SEQUENTIAL = 100
const CONCURRENCY = 16
const BURST = 480
const CUSTOMERS = 20
const ROUNDS = 3
const CALLS_OF_A_PAGE = 5
const ID = '019a0000-0000-7000-8000-000000000000'

interface Running {
  readonly child: ChildProcess
  readonly pid: number
  readonly ready: Ready
  readonly administrator: Administrator
  readonly seconds: number
}

/**
 * Measures the resources of `npm start`: seconds until it is ready, memory of each process, processor time and latency
 * of a message. Provider and endpoint run in this process, so that the figures are those of the embedded cloud. Linux
 * only. `--profile <folder>` writes CPU profiles of the main process; `--messages` omits the routes.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { profile: { type: 'string' }, messages: { type: 'boolean' } },
  })
  const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  await using receiver = await startReceiver({ keep: 10_000 })
  try {
    const first = await start(dataDir, receiver, flags)
    await stop(first)
    const service = await start(dataDir, receiver, flags)
    try {
      const { ready, pid } = service
      await using provider = await startProvider({
        appSecret: ready.appSecret,
        verifyToken: ready.verifyToken,
        ingressUrl: ready.ingressUrl,
        numbers: [{ phoneNumberId: numberOf(ready), displayPhoneNumber: ready.numbers[0]?.number ?? '', wabaId: '1' }],
      })
      await stopRouting(service)
      if (!values.messages) {
        await callEveryRoute(ready)
        printProcesses('after calls of every route', pid)
        await delay(IDLE_MILLISECONDS)
        printProcesses('30 seconds later', pid)
      }
      await measureMessages(provider, receiver, pid)
    } finally {
      await stop(service)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir: string, receiver: Receiver, flags: readonly string[]): Promise<Running> {
  const started = performance.now()
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO_WEBHOOK_URL: `${receiver.url}/demo` }
  const child = spawn(process.execPath, [...flags, MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (!existsSync(join(dataDir, 'ready.json'))) {
    if (child.exitCode !== null) throw new Error('the service did not start')
    await delay(20)
  }
  const seconds = (performance.now() - started) / 1000
  const pid = child.pid ?? 0
  console.log(`\nready after ${seconds.toFixed(1)} s`)
  printProcesses('at start', pid)
  const json = async (file: string) => JSON.parse(await readFile(join(dataDir, file), 'utf8'))
  return { child, pid, seconds, ready: await json('ready.json'), administrator: await json('administrator.json') }
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const IDLE_MILLISECONDS = 30_000

/** Removes the agent from the demo's number, so that messages go to the endpoint only. */
async function stopRouting({ ready, administrator: { environment } }: Running): Promise<void> {
  await new DynamoDB({
    endpoint: environment.AWS_ENDPOINT_URL,
    region: environment.AWS_REGION,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  }).updateItem({
    TableName: environment.TABLE_NAME,
    Key: { pk: { S: `n#${numberOf(ready)}` }, sk: { S: 'number' } },
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE defaultRouting',
  })
}

function numberOf({ numbers }: Ready): string {
  return numbers[0]?.phoneNumberId ?? ''
}

async function measureMessages(provider: Provider, receiver: Receiver, pid: number): Promise<void> {
  const send = async (n: number) => {
    const text = `message ${n}`
    await provider.sendAsCustomer({ from: `44770092${String(n % CUSTOMERS).padStart(4, '0')}`, text })
    await receiver.next(({ body }) => body.includes(`"${text}"`), 120_000)
  }
  const sendBurst = async (first: number) => {
    let next = first
    const sender = async () => {
      while (next < first + BURST) await send(next++)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, sender))
  }
  for (let n = 0; n < CUSTOMERS; n++) await send(n)
  await sendBurst(1000)
  receiver.reset()
  const before = figuresOf(pid)
  const started = performance.now()
  await sendBurst(2000)
  const seconds = (performance.now() - started) / 1000
  const after = figuresOf(pid)
  console.log(
    `\n${CONCURRENCY} concurrent messages: ${(BURST / seconds).toFixed(0)} delivered per second; milliseconds of processor time per message:`,
  )
  console.table(
    after.map(({ name, processorSeconds, mainThreadSeconds }, i) => ({
      name,
      all: perMessage(processorSeconds - (before[i]?.processorSeconds ?? 0)),
      'first thread': perMessage(mainThreadSeconds - (before[i]?.mainThreadSeconds ?? 0)),
    })),
  )
  receiver.reset()
  const latencies = await measure(SEQUENTIAL, async (n) => {
    const sent = performance.now()
    await send(4000 + n)
    return performance.now() - sent
  })
  console.log(`sent → delivered, one after the other: p50 ${latencies.p50} ms, p95 ${latencies.p95} ms`)
}

function perMessage(seconds: number): number {
  return Number(((seconds * 1000) / BURST).toFixed(1))
}

/** Calls every function behind the two APIs; writes find nothing to change. */
async function callEveryRoute(ready: Ready): Promise<void> {
  const session = await signInToDashboard({ ready })
  const json = { 'Content-Type': 'application/json' }
  const call = async (url: string, { method }: Endpoint, headers: Record<string, string>) => {
    const init = { method, headers, ...(method !== 'GET' && { body: '{}' }) }
    const response = await fetch(url, init)
    await response.arrayBuffer()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }
  const statuses = new Map<number, number>()
  for (const route of Object.values(endpoints)) {
    await call(`${ready.baseUrl}${pathOf(route)}`, route, { ...json, 'X-API-Key': ready.apiKey })
  }
  const routes = [...Object.values(dashboardEndpoints), ...Object.values(sessionEndpoints)]
  for (let round = 0; round < ROUNDS; round++) {
    // A page sends several requests concurrently.
    for (let start = 0; start < routes.length; start += CALLS_OF_A_PAGE) {
      const page = routes.slice(start, start + CALLS_OF_A_PAGE)
      await Promise.all(
        page.map((route) =>
          call(`${ready.dashboardUrl}${pathOf(route)}`, route, { ...json, Authorization: `Bearer ${session.idToken}` }),
        ),
      )
    }
  }
  console.log(`calls by status: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`)
}

function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/\{[^}]+\}/g, ID)
}

function printProcesses(when: string, pid: number): void {
  const figures = figuresOf(pid)
  const total = figures.reduce((sum, { megabytes }) => sum + megabytes, 0)
  const each = figures.map(
    ({ name, megabytes, processorSeconds }) => `${name} ${megabytes.toFixed(0)} MB (${processorSeconds.toFixed(1)} s)`,
  )
  console.log(`  ${when}: ${total.toFixed(0)} MB and processor time: ${each.join(', ')}`)
}
