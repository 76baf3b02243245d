// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { loadDemoSecrets } from '@replywright/local/demo.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pastesOf } from '../infra/guide-commands.ts'
import { callApi, freshCustomer, idOf, isEvent, startTestService } from '../support/service.ts'
import { runOps } from './run-ops.ts'

const pastes = pastesOf('docs/deploy.md').flatMap((paste) => paste.split('\n').map((line) => line.trim()))

/** Checks of an account, and a model of Amazon Bedrock. */
const NEEDS_AWS = /--before|--live|bedrock:|--stage prod$/

/** Runs the operators' commands with Node, because the test needs no banner, and confirms what asks at a terminal. */
const NPM = `#!/bin/sh
shift 3
case "$1 $2" in smoke*|*purge) set -- "$@" --yes;; esac
exec "$NODE" packages/ops/src/main.ts "$@"
`

let service: Service
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pasted-'))
  await writeFile(join(directory, 'npm'), NPM, { mode: 0o755 })
  service = await startTestService()
})
afterAll(async () => {
  await service?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** What the guide leaves open: values of options, variables and placeholders. */
const given: Record<string, string> = {}

/** Fills in what the guide leaves open. */
function filled(paste: string): string {
  return paste
    .replaceAll(' --stage $STAGE', '')
    .replaceAll(/--([a-z-]+) (https:\/\/)?…/g, (_, option: string) => `--${option} ${given[option]}`)
    .replaceAll(/([A-Z_]+)=…/g, (_, name: string) => `${name}=${given[name]}`)
    .replaceAll(/<([^>]+)>/g, (_, name: string) => given[name] ?? '')
    .replace('https://graph.facebook.com', new URL(service.ready.providerUrl).origin)
    .replace('--number 447700900100', '--number 447700900777')
}

const done = new Set<string>()

/** Runs a command of the guide in bash, and returns what it prints. @throws Error if it exits with another code than 0 */
async function pasted(paste: string): Promise<string> {
  done.add(paste)
  const { baseUrl: API, ingressUrl: INGRESS, verifyToken: VERIFY_TOKEN } = service.ready
  const env = {
    ...{ API, INGRESS, VERIFY_TOKEN, NODE: process.execPath, DATA_DIR: service.dataDir },
    PATH: `${directory}${delimiter}${process.env.PATH}`,
  }
  return (await promisify(execFile)('bash', ['--norc', '-c', filled(paste)], { env })).stdout
}

/** Returns the only command of the guide that begins so. */
function commandOf(beginning: string): string {
  const found = [...new Set(pastes)].filter((paste) => paste.replace(/^([A-Z_]+=… )/, '').startsWith(beginning))
  expect(found, beginning).toHaveLength(1)
  return found[0] ?? ''
}

const ops = async (command: string) => await pasted(commandOf(`npm run ops -- ${command} `))
const fieldOf = (shown: string, name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(shown)?.[1] ?? ''

test('the operators’ commands of docs/deploy.md work one after the other', async () => {
  const { accessToken } = await loadDemoSecrets(service.dataDir)
  const { account, appSecret, modelUrl, receiverUrl, webhook } = service.ready
  const created = await ops('organization create')
  const organization = fieldOf(created, 'organization')
  const user = fieldOf(created, 'user')
  Object.assign(given, {
    ...{ organization, user, name: 'Acme', url: `${receiverUrl}/acme` },
    ...{ APP_SECRET: appSecret, ACCESS_TOKEN: 'token', MODEL_API_KEY: 'key', 'base-url': modelUrl, model: 'simulated' },
    ...{ 'access token': accessToken, 'business account ID': '7001', 'phone number ID': '7002' },
  })
  expect(await ops('users add')).toContain('you@example.com')
  expect(await pasted('npm run ops -- doctor --stage $STAGE')).toMatch(/^0 fail/m)
  await ops('provider set')
  expect(await ops('number connect')).toContain('447700900777')
  expect(await pasted('npm run ops -- model check --stage $STAGE')).toMatch(/^tools +called/m)

  const owned = ['--organization', organization, '--user', user]
  const { apiKey = '' } = await runOps(service, ['api-key', 'create', ...owned, '--name', 'test'])
  given.agent = idOf(await callApi(service.ready.baseUrl, apiKey, 'POST', '/agents/', { name: 'Concierge' }))
  expect(await pasted(pastes.find((paste) => paste.includes('ops -- chat ')) ?? '')).not.toBe('')
  expect(await ops('webhook create')).toMatch(/^signingSecret +whsec_/m)
  const key = fieldOf(await ops('api-key create'), 'apiKey')
  expect(await callApi(service.ready.baseUrl, key, 'GET', '/me/')).toMatchObject({ status: 200 })

  given['business account ID'] = account.waId
  expect(await pasted(commandOf('curl -X POST "https://graph.'))).toContain('true')
  expect(await ops('smoke')).toContain('removal')
  await service.provider.sendAsCustomer({ from: freshCustomer(), text: 'Hello' })
  const { deliveryId = '' } = await service.receiver.next(isEvent(webhook.url, 'message.received'), 30_000)
  given['delivery id'] = deliveryId
  expect(await ops('trace')).toContain(deliveryId)
  await ops('dead-letters purge')
  await ops('dead-letters redrive')
  await ops('model set')

  const others = pastes.filter((paste) => paste.includes('npm run ops -- ') && !done.has(paste))
  expect([...new Set(others)].filter((paste) => !NEEDS_AWS.test(paste))).toEqual([])
})

test.each([
  [/\$API\/docs/, /^200$/],
  [/-i \$API/, /^HTTP\/1.1 401 .*^x-request-id: .*^{"error":"Missing or invalid API key/ms],
  [/hub\.challenge/, /^42$/m],
  [/-X POST \$INGRESS/, /^HTTP\/1.1 403 /],
])('the live check %s shows what the guide expects', async (command, expected) => {
  given['verify token'] = service.ready.verifyToken
  const [paste = '', ...others] = pastes.filter((each) => each.startsWith('curl ') && command.test(each))
  expect(others).toEqual([])
  expect(await pasted(paste.replace('-s ', '-si '))).toMatch(expected)
})
