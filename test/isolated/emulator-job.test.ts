// @module-tag full
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { APIGateway } from '@aws-sdk/client-api-gateway'
import { CloudFormation } from '@aws-sdk/client-cloudformation'
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { SQS } from '@aws-sdk/client-sqs'
import { zip } from '@replywright/core/agents/documents/text/testing/zip.ts'
import { bundleFunctions } from '@replywright/infra/bundle.ts'
import { LOCAL_BUS } from '@replywright/local/local-context.ts'
import { type Model, startModel } from '@replywright/simulators/model/model.ts'
import { type Provider, startProvider } from '@replywright/simulators/provider/provider.ts'
import { type Receiver, startReceiver } from '@replywright/simulators/receiver/receiver.ts'
import type { Received } from '@replywright/simulators/receiver/serve.ts'
import { Template } from 'aws-cdk-lib/assertions'
import { App } from 'aws-cdk-lib/core'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventBusStack } from '../../examples/event-bus/stack.ts'
import { callDashboard } from '../dashboard/session.ts'
import { resources, synthesizeTestStacks } from '../infra/stacks.ts'
import { connectionOf, createStacks } from '../support/emulator/create-stacks.ts'
import { type Emulator, startEmulator } from '../support/emulator/emulator.ts'
import { callApi, envelopeOf, idOf } from '../support/service.ts'

/** With the creation of the stacks on a slow machine. */
const LONGEST_MILLISECONDS = 600_000

/** For one step, with the start of a process for each function. */
const STEP_MILLISECONDS = 60_000

/** In the order of `cdk deploy --all`. The job uses no other. */
const STACKS = ['Data', 'Account', 'Api', 'Messaging', 'Dashboard', 'EventBus']

/** The stage whose functions may call this machine. */
const STAGE = 'local'
const SETTINGS = {
  stage: STAGE,
  allowPrivateDestinations: true,
  eventBusArns: `${LOCAL_BUS}=*`,
  retryDelaysSeconds: '1,1,1',
  serviceWindowSeconds: 60,
  serviceWindowExpiringLeadSeconds: 55,
}

const APP_SECRET = 'app-secret'
const NUMBER = { phoneNumberId: '106540352242922', wabaId: '102290129340398', displayPhoneNumber: '+442079460001' }
const CUSTOMER = '447700900123'
const OTHER_CUSTOMER = '447700900124'
const ANSWER = 'It arrives today.'
const QUESTION = 'Where is my parcel?'

const run = promisify(execFile)
const Row = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))

describe('the main job on an emulator of AWS', { tags: 'tool', timeout: LONGEST_MILLISECONDS }, () => {
  let emulator: Emulator | undefined
  let provider: Provider
  let receiver: Receiver
  let model: Model
  let outputs: Readonly<Record<string, string>> = {}
  let apiUrl = ''
  let organization = ''
  let apiKey = ''
  let hook = ''
  let agent = ''
  let conversation = ''

  beforeAll(async () => {
    emulator = await startEmulator()
    if (!emulator) return
    const templates = { ...synthesizeTestStacks(SETTINGS), EventBus: eventBusTemplate() }
    const states = await createStacks(emulator, STACKS, templates, { stage: STAGE, codes: await codesOf(templates) })
    expect(states).toEqual(STACKS.map(() => 'CREATE_COMPLETE'))
    outputs = await outputsOf(emulator)
    receiver = await startReceiver()
    model = await startModel()
    provider = await startProvider({
      appSecret: APP_SECRET,
      verifyToken: 'verify-token',
      ingressUrl: pathOf(emulator, outputs.IngressUrl),
      numbers: [NUMBER],
    })
    apiUrl = pathOf(emulator, outputs.BaseUrl)
    await setUp()
  }, LONGEST_MILLISECONDS)
  afterAll(async () => {
    await Promise.all([provider, receiver, model].map((each) => each?.stop()))
    await emulator?.stop()
  })

  /** Runs an operators' command and returns what it created. */
  async function ops(...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const secrets = { APP_SECRET, VERIFY_TOKEN: 'verify-token', ACCESS_TOKEN: 'access-token', MODEL_API_KEY: 'none' }
    const env = { ...process.env, ...emulator?.env, ...secrets, ALLOW_PRIVATE_DESTINATIONS: 'true' }
    const command = ['packages/ops/src/main.ts', ...args, '--stage', STAGE, '--json']
    const { stdout } = await run(process.execPath, command, { env })
    return Object.fromEntries(
      Object.entries(v.parse(Row, JSON.parse(stdout))).map(([name, value]) => [name, `${value}`]),
    )
  }

  /** Sets up an organisation as operators do, and its agent with the API. */
  async function setUp(): Promise<void> {
    await ops('provider', 'set', '--base-url', `${provider.url}/v26.0`)
    await ops('model', 'set', '--base-url', `${model.url}/v1`, '--model', 'small')
    const created = await ops('organization', 'create', '--name', 'Acme')
    organization = created.organization ?? ''
    const owner = ['--organization', organization, '--user', created.user ?? '']
    const account = ['--wa-id', NUMBER.wabaId, '--account-name', 'Acme']
    const number = ['--phone-number-id', NUMBER.phoneNumberId, '--number', NUMBER.displayPhoneNumber]
    await ops('number', 'connect', '--organization', organization, ...account, ...number)
    const { webhook = '', signingSecret = '' } = await ops(
      'webhook',
      'create',
      ...owner,
      '--name',
      'Shop',
      '--url',
      `${receiver.url}/shop`,
    )
    hook = webhook
    receiver.setSecret('/shop', signingSecret)
    await ops('webhook', 'create', ...owner, '--name', 'Bus', '--url', LOCAL_BUS)
    const key = await ops('api-key', 'create', ...owner, '--name', 'Shop')
    apiKey = key.apiKey ?? ''
    agent = idOf(await api('POST', '/agents/', { name: 'Shop', systemPrompt: 'You help customers.' }))
    await api('POST', `/phone-numbers/${NUMBER.displayPhoneNumber}/connect-agent/`, { agentId: agent })
  }

  const api = async (method: string, path: string, body?: unknown) => await callApi(apiUrl, apiKey, method, path, body)

  test('the emulator as released passes no id of the API key', async ({ skip }) => {
    if (!emulator) return skip()
    const headers = { 'X-API-Key': apiKey, 'X-As-Released': 'true' }
    expect(await fetch(`${apiUrl}/api/v1/me/`, { headers })).toMatchObject({ status: 401 })
  })

  test('an API key is required, and identifies its owner', async ({ skip }) => {
    if (!emulator) return skip()
    expect(await api('GET', '/me/')).toMatchObject({ status: 200, body: { organization: { id: organization } } })
    // The status of API Gateway's own: the emulator does not read the responses of the definition.
    expect(await callApi(apiUrl, 'unknown-key-unknown-key', 'GET', '/me/')).toMatchObject({ status: 403 })
  })

  test('a customer is answered, and a webhook receives the message, signed', async ({ skip }) => {
    if (!emulator) return skip()
    model.script(QUESTION, [{ text: ANSWER }])
    expect(await provider.sendAsCustomer({ from: CUSTOMER, text: QUESTION })).toMatchObject({ status: 200 })
    const delivery = await receiver.next(({ event }) => event === 'message.received', STEP_MILLISECONDS)
    expect(delivery).toMatchObject({ verdict: { ok: true } })
    expect(envelopeOf(delivery)).toMatchObject({ message: { body: QUESTION } })
    const sent = await provider.nextSent(({ customer }) => customer === CUSTOMER, STEP_MILLISECONDS)
    expect(sent).toMatchObject({ text: ANSWER })
    const path = `/conversations/${envelopeOf(delivery).conversationId}/messages/`
    const thread = async () => (await api('GET', path)).body
    const whole = { results: [{ text: ANSWER, status: 'delivered' }, { text: QUESTION }] }
    await expect.poll(thread, { timeout: STEP_MILLISECONDS, interval: 200 }).toMatchObject(whole)
  })

  test('an event of the bus that operators added arrives at its queue', async ({ skip }) => {
    if (!emulator) return skip()
    const { Messages: [message] = [] } = await new SQS(connectionOf(emulator)).receiveMessage({
      QueueUrl: outputs.MessagesUrl,
      WaitTimeSeconds: 20,
    })
    expect(JSON.parse(message?.Body ?? '{}')).toMatchObject({
      source: 'replywright',
      'detail-type': 'message.received',
      detail: { message: { body: QUESTION } },
    })
  })

  test('a delivery that fails is attempted again', async ({ skip }) => {
    if (!emulator) return skip()
    receiver.behave('/shop', { status: [500, 200] })
    await provider.sendAsCustomer({ from: OTHER_CUSTOMER, text: 'Are you open?' })
    const attempt = () =>
      receiver.next((each) => each.event === 'message.received' && isOf(each, 'Are you open?'), STEP_MILLISECONDS)
    const first = await attempt()
    const second = await attempt()
    expect(second).toMatchObject({ deliveryId: first.deliveryId, verdict: { ok: true } })
    conversation = envelopeOf(second).conversationId
  })

  test('a schedule tells that the service window of a conversation ends soon', async ({ skip }) => {
    if (!emulator) return skip()
    expect(await api('POST', `/conversations/${conversation}/subscribe/`, { webhookId: hook })).toMatchObject({
      status: 200,
    })
    await provider.sendAsCustomer({ from: OTHER_CUSTOMER, text: 'Also on Sundays?' })
    const expiring = await receiver.next(
      ({ event }) => event?.endsWith('service_window.expiring') === true,
      STEP_MILLISECONDS,
    )
    expect(expiring).toMatchObject({ verdict: { ok: true }, json: { conversationId: conversation } })
  })

  test('a document of the agent is read', async ({ skip }) => {
    if (!emulator) return skip()
    const body = new FormData()
    body.set('file', new File(['The oak chair costs 49 euros.'], 'prices.md'))
    const path = `${apiUrl}/api/v1/agents/${agent}/documents/`
    const uploaded = await fetch(path, { method: 'POST', headers: { 'X-API-Key': apiKey }, body })
    expect(uploaded).toMatchObject({ status: 201 })
    const documents = async () => (await api('GET', `/agents/${agent}/`)).body
    const ready = { documents: [{ name: 'prices.md', status: 'ready' }] }
    await expect.poll(documents, { timeout: STEP_MILLISECONDS, interval: 200 }).toMatchObject(ready)
  })

  test('a member signs in to the dashboard, and finds the conversations', async ({ skip }) => {
    if (!emulator) return skip()
    const account = { email: 'ada@example.com', password: 'A long password of 2026!' }
    await ops('users', 'add', '--email', account.email, '--organization', organization, '--role', 'admin')
    await new CognitoIdentityProvider(connectionOf(emulator)).adminSetUserPassword({
      UserPoolId: outputs.UserPoolId,
      Username: account.email,
      Password: account.password,
      Permanent: true,
    })
    const { items = [] } = await new APIGateway(connectionOf(emulator)).getRestApis({})
    const { id = '' } = items.find(({ name = '' }) => name.endsWith('-Dashboard')) ?? {}
    const dashboard = `${emulator.env.AWS_ENDPOINT_URL}/_aws/execute-api/${id}/${STAGE}`
    const signedIn = await callDashboard(dashboard, 'POST', '/session/sign-in/', account)
    expect(signedIn).toMatchObject({ status: 200 })
    const { idToken } = v.parse(v.object({ idToken: v.string() }), signedIn.body)
    const inbox = await callDashboard(dashboard, 'GET', '/v1/conversations/', undefined, {
      Authorization: `Bearer ${idToken}`,
    })
    expect(inbox).toMatchObject({ status: 200 })
    expect(JSON.stringify(inbox.body)).toContain(ANSWER)
  })

  test('operators delete the organisation, and its API key works no more', async ({ skip }) => {
    if (!emulator) return skip()
    await ops('organizations', 'delete', '--organization', organization, '--yes')
    expect(await api('GET', '/me/')).toMatchObject({ status: 403 })
    expect(await provider.sendAsCustomer({ from: CUSTOMER, text: QUESTION })).toMatchObject({ status: 200 })
  })
})

/** Returns whether a delivery is the event of a message with this text. */
const isOf = (delivery: Received, text: string) => envelopeOf(delivery).message?.body === text

/** Returns the URL with which the emulator serves a URL of AWS: its first label is the id of an API or a function's URL. */
function pathOf({ env }: Emulator, url = ''): string {
  const { host, pathname } = new URL(url)
  const [id, kind] = host.split('.')
  return `${env.AWS_ENDPOINT_URL}/_aws/${kind}/${id}${pathname.replace(/\/$/, '')}`
}

/** The example of `docs/webhooks.md`: a bus whose rule puts messages into a queue. */
function eventBusTemplate(): Template {
  return Template.fromStack(new EventBusStack(new App(), 'EventBus', { busName: 'shop', webhookId: 'all' }))
}

/** Returns the bundles of all functions of templates as zip files, by the text that their code is in templates of tests. */
async function codesOf(templates: Parameters<typeof resources>[0]): Promise<Map<string, Uint8Array>> {
  const bundles = new Map((await bundleFunctions()).map(({ name, directory }) => [name, directory]))
  // The code of the CDK's own functions is elsewhere.
  const entries = Object.values(resources(templates, 'AWS::Lambda::Function')).flatMap(
    ({ Properties }) => Properties.Code.ZipFile ?? [],
  )
  const found = [...new Set(entries)].flatMap((entry) => {
    const directory = bundles.get(entry.replaceAll('/', '-'))
    return directory ? [[entry, directory] as const] : []
  })
  return new Map(
    found.map(([entry, directory]) => [
      entry,
      zip(Object.fromEntries(globSync(`${directory}/*`).map((file) => [basename(file), readFileSync(file)]))),
    ]),
  )
}

async function outputsOf(emulator: Emulator): Promise<Record<string, string>> {
  const { Stacks = [] } = await new CloudFormation(connectionOf(emulator)).describeStacks({})
  const all = Stacks.flatMap(({ Outputs = [] }) => Outputs)
  return Object.fromEntries(all.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
}
