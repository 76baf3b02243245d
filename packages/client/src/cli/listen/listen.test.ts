import { expect, test, vi } from 'vitest'
import { startScriptedServer } from '../../testing/scripted-server.ts'
import { runCli } from '../run-cli.ts'
import { API_KEY, idAt, type StoredDelivery, startFakeApi, WEBHOOK } from '../testing/fake-api.ts'

const START = Date.UTC(2026, 0, 1)
let created = 0

const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 })

function delivery(seconds: number, others: Partial<StoredDelivery> = {}): StoredDelivery {
  created += 1
  const id = idAt(START + seconds * 1000, created)
  const at = new Date(START + seconds * 1000).toISOString()
  const requestHeaders = { 'X-Service-Delivery': id, 'X-Service-Signature': `signature ${created}` }
  const attempts = [{ at, requestHeaders, signaturesShown: true }]
  const payload = `{"n":${created},"text":"Grüße 👋"}`
  return { id, webhookId: WEBHOOK.id, event: 'message.received', payload, status: 'delivered', attempts, ...others }
}

/** Starts a command whose waits end immediately and move its clock. `end` is what Ctrl-C does. */
function startCli(args: readonly string[], env: Record<string, string> = { REPLYWRIGHT_API_KEY: API_KEY }) {
  const [out, err, waits]: [string[], string[], number[]] = [[], [], []]
  const ended = new AbortController()
  let now = START
  const exitCode = runCli(args, {
    env,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    signal: ended.signal,
    timing: {
      now: () => now,
      random: () => 0,
      sleep: async (milliseconds) => {
        waits.push(milliseconds)
        now += milliseconds
        await new Promise(setImmediate)
        ended.signal.throwIfAborted()
      },
    },
  })
  return { out, err, waits, exitCode, end: () => ended.abort() }
}

async function startListening(forwardTo: string, ...args: string[]) {
  const api = await startFakeApi()
  const cli = startCli(['listen', '--url', api.url, '--webhook', WEBHOOK.id, '--forward-to', forwardTo, ...args])
  await until(() => expect(cli.out).toContainEqual(expect.stringContaining('Listening to "Demo"')))
  return {
    api,
    cli,
    /** Ends the run and returns its last line. */
    async finish() {
      cli.end()
      expect(await cli.exitCode).toBe(0)
      await api[Symbol.asyncDispose]()
      return cli.out.at(-1)
    },
  }
}

test('forwards each delivery once with its headers and bytes, over page borders and also when it is late', async () => {
  await using endpoint = await startScriptedServer(
    { status: 200 },
    { status: 500, body: 'first line\nsecond' },
    { status: 204 },
  )
  const { api, cli, finish } = await startListening(`${endpoint.url}/hook`)
  const first = delivery(1)
  api.deliveries.push(first)
  await until(() => expect(endpoint.received).toHaveLength(1))
  const { 'x-service-signature': signature } = endpoint.received[0]?.headers ?? {}
  expect([endpoint.received[0]?.body, signature]).toEqual([
    first.payload,
    first.attempts[0]?.requestHeaders['X-Service-Signature'],
  ])

  const others = [delivery(2), delivery(3), delivery(4), delivery(5)]
  const late = delivery(-200)
  // While a list is read, its pages shift.
  let pages = 0
  api.hooks.afterPage = () => {
    pages += 1
    const more = pages === 2 ? [delivery(6), delivery(7)] : pages === 20 ? [late] : []
    others.push(...more)
    api.deliveries.push(...more)
  }
  api.deliveries.push(...others)
  await until(() => expect(endpoint.received).toHaveLength(8))
  const enough = pages + 30
  await until(() => expect(pages).toBeGreaterThan(enough))
  expect(await finish()).toBe('Forwarded 8 deliveries: 7 accepted, 1 rejected, 0 without a response.')
  const forwarded = endpoint.received.map(({ headers }) => headers['x-service-delivery'])
  expect(forwarded.toSorted()).toEqual([first, ...others].map(({ id }) => id).toSorted())
  expect(forwarded.at(-1)).toBe(late.id)
  expect(cli.out[2]).toMatch(/^\d\d:\d\d:\d\d {2}message\.received {15}[0-9a-f-]{36} {2}500 .* ms {2}first line$/)
})

test('prints only deliveries with --json', async () => {
  await using endpoint = await startScriptedServer({ status: 500, body: 'first line' })
  await using api = await startFakeApi()
  const cli = startCli(['listen', '--url', api.url, '--webhook', WEBHOOK.id, '--forward-to', endpoint.url, '--json'])
  await until(() => expect(cli.err).toContainEqual(expect.stringContaining('Listening to "Demo"')))
  const sent = delivery(1)
  api.deliveries.push(sent)
  await until(() => expect(cli.out).toHaveLength(1))
  cli.end()
  expect(await cli.exitCode).toBe(0)
  expect(cli.out.map((line) => JSON.parse(line))).toMatchObject([
    { id: sent.id, event: 'message.received', webhookId: WEBHOOK.id, status: 500, text: 'first line' },
  ])
})

test('waits for the first attempt, and forwards without a signature if there will be none', async () => {
  await using endpoint = await startScriptedServer({ status: 204 })
  const { api, cli, finish } = await startListening(endpoint.url)
  const waiting = delivery(1, { status: 'pending', attempts: [] })
  api.deliveries.push(
    waiting,
    delivery(2, { status: 'failed', attempts: [] }),
    delivery(3, { status: 'failed', attempts: [] }),
  )
  await until(() => expect(endpoint.received).toHaveLength(2))
  expect(endpoint.received[0]?.headers).not.toHaveProperty('x-service-signature')
  waiting.attempts = delivery(4).attempts
  await until(() => expect(endpoint.received).toHaveLength(3))
  expect(endpoint.received[2]?.headers).toHaveProperty('x-service-signature')
  await finish()
  expect(cli.out.filter((line) => line.includes('was never sent'))).toHaveLength(1)
})

test('goes on after errors of the API, and says so in one line', async () => {
  await using endpoint = await startScriptedServer({ status: 204 })
  const { api, cli, finish } = await startListening(endpoint.url)
  const limit = { status: 429, body: { error: 'Rate limit exceeded', retry_after: 60 } }
  api.failures.push('cut', 'cut', { status: 503, body: {} }, limit)
  api.deliveries.push(delivery(1))
  await until(() => expect(endpoint.received).toHaveLength(1))
  await finish()
  const lines = cli.out.map((line) => line.replace(/^[\d:]+ +/, ''))
  expect(lines.filter((line) => /API/.test(line))).toEqual([
    expect.stringMatching(/^The API does not respond \((ECONNRESET|UND_ERR_SOCKET)\)\. Trying again until it does\.$/),
    'The rate limit of the API key is reached. Waiting 60 seconds.',
    'The API responds again.',
  ])
  expect(cli.waits).toEqual(expect.arrayContaining([1_000, 2_000, 4_000, 60_000]))
})

test('goes on with the others when a delivery cannot be read', async () => {
  await using endpoint = await startScriptedServer({ status: 204 })
  const { api, cli, finish } = await startListening(endpoint.url)
  const [broken, other] = [delivery(1), delivery(2)]
  api.broken.add(broken.id)
  api.deliveries.push(broken, other)
  await until(() => expect(endpoint.received).toHaveLength(1))
  expect(endpoint.received[0]?.headers['x-service-delivery']).toBe(other.id)
  await finish()
  expect(cli.out).toContainEqual(expect.stringContaining(`${broken.id} cannot be read, so it is not forwarded.`))
})

test('goes on when the endpoint refuses the connection', async () => {
  const endpoint = await startScriptedServer({ status: 204 })
  await endpoint[Symbol.asyncDispose]()
  const { api, cli, finish } = await startListening(endpoint.url)
  api.deliveries.push(delivery(1), delivery(2))
  await until(() => expect(cli.out.filter((line) => line.includes('connection refused'))).toHaveLength(2))
  expect(await finish()).toBe('Forwarded 2 deliveries: 0 accepted, 0 rejected, 2 without a response.')
})

test('leaves requests of the rate limit to the developer', async () => {
  await using endpoint = await startScriptedServer({ status: 204 })
  const { api, cli, finish } = await startListening(endpoint.url)
  api.deliveries.push(...Array.from({ length: 60 }, (_, index) => delivery(index)))
  await until(() => expect(endpoint.received).toHaveLength(60))
  const seconds = cli.waits.reduce((sum, wait) => sum + wait, 0) / 1000
  // After a pause, some requests may follow each other at once.
  expect(api.requests.length).toBeLessThan(seconds + 10)
  await finish()
})

test('replays a delivery and forwards the copy', async () => {
  await using endpoint = await startScriptedServer({ status: 400, body: 'no' })
  await using api = await startFakeApi()
  const origin = delivery(-86_400)
  api.deliveries.push(origin)
  const target = ['--url', api.url, '--forward-to', endpoint.url]
  const cli = startCli(['listen', ...target, '--replay', origin.id])
  expect(await cli.exitCode).toBe(1)
  const copy = api.deliveries[1]
  expect(endpoint.received).toHaveLength(1)
  expect(cli.out).toEqual([
    expect.stringContaining(`Replayed ${origin.id} as ${copy?.id}.`),
    expect.stringMatching(`${copy?.id}.* 400 .*no$`),
    expect.stringContaining('older than 5 minutes'),
  ])
  const other = startCli(['listen', ...target, '--replay', delivery(1).id])
  expect([await other.exitCode, other.err]).toEqual([1, [expect.stringContaining('There is no delivery ')]])
})

test('replays a delivery of the webhook, and goes on', async () => {
  await using endpoint = await startScriptedServer({ status: 204 })
  await using api = await startFakeApi()
  const [origin, foreign] = [delivery(-86_400), delivery(-1, { webhookId: 'other' })]
  api.deliveries.push(origin, foreign)
  const args = ['listen', '--url', api.url, '--webhook', WEBHOOK.id, '--forward-to', endpoint.url, '--replay']
  const cli = startCli([...args, origin.id])
  await until(() => expect(cli.out).toContainEqual(expect.stringContaining(' 204 ')))
  expect(endpoint.received).toHaveLength(1)
  cli.end()
  expect([await cli.exitCode, cli.out.at(-1)]).toEqual([0, expect.stringContaining('Forwarded 1 delivery')])
  const wrong = startCli([...args, foreign.id])
  expect(await wrong.exitCode).toBe(1)
  expect(wrong.err).toEqual([`Delivery ${foreign.id} belongs to the webhook other: use --webhook other.`])
  expect(api.deliveries).toHaveLength(3)
})

const LIST = `  ${WEBHOOK.id}  Demo  https://x.example/hook`

test.each([
  [['--webhook', 'w'], {}, 2, 'No API key: use --api-key <key>, or set REPLYWRIGHT_API_KEY.'],
  [['--webhook', 'w'], { REPLYWRIGHT_API_KEY: 'wrong' }, 2, 'rejected the API key (401). Check --api-key.'],
  [['--webhook', 'w'], { REPLYWRIGHT_API_KEY: API_KEY }, 1, `There is no webhook w. The webhooks are:\n${LIST}`],
  [[], { REPLYWRIGHT_API_KEY: API_KEY }, 2, `--webhook <id> is missing. The webhooks are:\n${LIST}`],
  [
    ['--url', 'http://127.0.0.1:2', '--webhook', 'w'],
    { REPLYWRIGHT_API_KEY: API_KEY },
    1,
    'Cannot reach the API at http://127.0.0.1:2 (ECONNREFUSED). Check --url, or start the service.',
  ],
])('ends with a clear error: %j', async (args, env, exitCode, message) => {
  await using api = await startFakeApi()
  const cli = startCli(['listen', '--forward-to', 'http://127.0.0.1:8080/', ...args], {
    REPLYWRIGHT_BASE_URL: api.url,
    ...env,
  })
  expect(await cli.exitCode).toBe(exitCode)
  expect([cli.out, cli.err]).toEqual([[], [expect.stringContaining(message)]])
})

test('ends with the error of the API', async () => {
  const body = {
    error: 'Invalid input.',
    code: 'validation_error',
    details: [{ path: 'webhookId', message: 'is wrong' }],
  }
  await using server = await startScriptedServer({ status: 400, body })
  const cli = startCli(['listen', '--forward-to', 'http://127.0.0.1:8080/', '--webhook', 'w', '--url', server.url])
  expect([await cli.exitCode, cli.err]).toEqual([2, ['Invalid input (400 validation_error). webhookId: is wrong.']])
})

test('ends when another server responds instead of the API', async () => {
  await using server = await startScriptedServer({ status: 404, body: '<html>' })
  const cli = startCli(['listen', '--forward-to', 'http://127.0.0.1:8080/', '--webhook', 'w', '--url', server.url])
  expect(await cli.exitCode).toBe(1)
  expect(cli.err).toEqual([`${server.url} does not respond like the API (Status 404). Check --url.`])
})
