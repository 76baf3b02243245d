// @module-tag full
// @module-tag long
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DEMO_MODEL_KEY } from '@replywright/local/demo.ts'
import { LOCAL_CONTEXT } from '@replywright/local/local-context.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { commands } from '@replywright/ops/commands/commands.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { appFiles } from '../../packages/create/src/app-files.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { fromPyPi, installTool } from '../support/install-tool.ts'
import { type Installed, installPackages } from '../support/packed.ts'
import { freshCustomer, isEvent, startTestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
const WAIT = { timeout: 60_000, interval: 200 }
const { stage, ...settings } = LOCAL_CONTEXT

let folder: string
let installed: Installed
let service: Service
/** The commands that ran. */
const ran = new Set<string>()

/** Runs a command as on an operator's machine: with AWS's endpoint, region and credentials, and nothing else. */
async function ops(
  command: string,
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  input = '',
) {
  const { cloud } = service
  const { accessKeyId, secretAccessKey, sessionToken } = cloud.administrator
  const env = {
    AWS_ENDPOINT_URL: cloud.endpointUrl,
    AWS_REGION: cloud.environment.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
    ...environment,
  }
  ran.add(command)
  const args = [...command.split(' '), ...options, '--stage', stage]
  return await installed.run('replywright-ops', args, { env, input }).catch((error) => {
    throw new Error(`${command} failed: ${error.stdout}${error.stderr}`)
  })
}

/** Returns the JSON of a report. */
async function read(...[command, options = [], environment]: Parameters<typeof ops>) {
  return JSON.parse(await ops(command, [...options, '--json'], environment))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'))
  installed = await installPackages(folder)
  for (const [name, text] of Object.entries(appFiles(installed.cdk)))
    if (name !== 'package.json') await writeFile(join(installed.folder, name), text)
  const config = { app: 'node app.js', context: { stages: { [stage]: settings } } }
  await writeFile(join(installed.folder, 'cdk.json'), JSON.stringify(config))
  const cdk = join(ROOT, 'node_modules/aws-cdk/bin/cdk')
  const synth = ['synth', '--quiet', '--no-notices', '--no-version-reporting', '-c', `stage=${stage}`]
  await installed.run('node', [cdk, ...synth], { env: { CDK_DISABLE_CLI_TELEMETRY: 'true' } })
  service = await startTestService({ assembly: join(installed.folder, 'cdk.out') })
}, 900_000)
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe("the operators' commands of the packed app, on its stacks", () => {
  let organization: string
  let user: string
  let webhook: string
  let apiKey: { readonly id: string; readonly apiKey: string }
  let delivery: string
  const customer = freshCustomer()
  const email = 'operator@example.com'
  const of = (...options: string[]) => ['--organization', organization, ...options]
  const withKey = (key: string, ...args: string[]) =>
    installed.run('replywright', args, {
      env: { REPLYWRIGHT_BASE_URL: service.ready.baseUrl, REPLYWRIGHT_API_KEY: key },
    })
  const replywright = (...args: string[]) => withKey(apiKey.apiKey, ...args)

  test('doctor', async () => {
    const before = await ops('doctor', [
      '--before',
      '-c',
      'mailFrom=messaging@example.com',
      '-c',
      'multiRegionKey=false',
    ])
    expect(before).toMatch(/^0 fail, \d+ warnings?, 0 unknown, \d+ ok$/m)
    expect(await ops('doctor', ['--strict', '--within', '2m'])).toMatch(/^0 fail, \d+ warnings?, 0 unknown, \d+ ok$/m)
  })

  test('provider and model', async () => {
    const { appSecret, verifyToken, providerUrl, modelUrl } = service.ready
    const secrets = { APP_SECRET: appSecret, VERIFY_TOKEN: verifyToken }
    await ops('provider set', ['--base-url', `${providerUrl}/v26.0`], secrets)
    await ops('provider rotate-links', ['--yes'])
    await ops('model set', ['--base-url', `${modelUrl}/v1`, '--model', 'small'], {
      MODEL_API_KEY: DEMO_MODEL_KEY,
    })
    expect(await read('model check')).toMatchObject({ model: 'small', tools: 'called' })
  })

  test('organisations, users, numbers, webhooks and keys', async () => {
    ;({ organization, user } = await read('organization create', ['--name', 'Packed']))
    expect(await read('organizations list')).toContainEqual(expect.objectContaining({ id: organization }))
    await ops('organizations retention', of('--message-days', '90'))
    await ops('users add', of('--email', 'admin@example.com', '--role', 'admin'))
    await ops('users add', of('--email', email, '--role', 'viewer'))
    await ops('users set-role', of('--email', email, '--role', 'member'))
    expect(await ops('users list', of())).toContain(email)
    await ops('users reset-mfa', ['--email', email, '--yes'])
    const number = ['--wa-id', '9', '--account-name', 'Packed', '--phone-number-id', '8', '--number', '447700900777']
    await ops('number connect', of(...number), { ACCESS_TOKEN: 'token' })
    const disconnect = of('--number', '+44 7700 900777')
    expect(await read('numbers disconnect', [...disconnect, '--dry-run'])).toMatchObject({ number: '447700900777' })
    expect(await ops('numbers disconnect', [...disconnect, '--yes'])).toContain('Disconnected.')
    expect(await ops('audit', of('--action', 'disconnect'))).toContain('number')
    await ops('numbers add', ['--number', '447700900778', '--calling-code', '44'])
    const created = await read('webhook create', of('--user', user, '--name', 'x', '--url', 'https://example.com/x'))
    webhook = created.webhook
    expect(await read('webhook rotate-secret', of('--id', webhook))).toMatchObject({
      signingSecret: expect.stringMatching(/^whsec_/),
    })
    apiKey = await read('api-key create', of('--user', user, '--name', 'packed'))
    expect(await replywright('webhooks', 'list')).toContain(webhook)
    await ops('api-keys attach', ['--dry-run'])
    await ops('api-keys clean')
    expect(await ops('audit', of('--action', 'rotate_secret'))).toContain('webhook')
  })

  test('agents', async () => {
    const file = join(folder, 'agent.yaml')
    await writeFile(file, 'name: Packed\nsystemPrompt: Answer.\nllmModel: small\n')
    await replywright('agents', 'push', file)
    const agent = /^id: (\S+)$/m.exec(await readFile(file, 'utf8'))?.[1] ?? ''
    await replywright('agents', 'pull', agent, file)
    expect(await ops('chat', ['Packed', ...of()], {}, 'Hello\n')).not.toBe('')
    expect(await replywright('usage', 'get')).toContain('Packed')
    await ops('api-keys revoke', of('--id', apiKey.id))
    expect(await ops('smoke', ['--yes'], { ALLOW_PRIVATE_DESTINATIONS: 'true' })).toMatch(/^ok +removal/m)
    await ops('canary', [], { ALLOW_PRIVATE_DESTINATIONS: 'true' })
  })

  test('messages and deliveries', async () => {
    const demo = (await read('organizations list')).find(({ name }: { name: string }) => name === 'Demo').id
    const ofDemo = (...options: string[]) => ['--organization', demo, ...options]
    await service.provider.sendAsCustomer({ from: customer, text: 'Where is my order?' })
    await service.receiver.next(isEvent(service.ready.webhook.url, 'message.received'), WAIT.timeout)
    const { apiKey: key } = service.ready
    await vi.waitFor(async () => {
      const { results } = JSON.parse(
        await withKey(key, 'webhook-deliveries', 'list', '--status', 'delivered', '--json'),
      )
      delivery = results[0].id
    }, WAIT)
    expect(await ops('trace', [delivery, ...ofDemo('--logs')])).toContain('aws logs start-query')
  })

  test('dead letters', async () => {
    const QueueUrl = outputOf(service.cloud, 'TurnsDeadLetterQueueUrl')
    const sqs = clientOf(SQSClient, service.cloud)
    const put = (id: string) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl,
          MessageBody: JSON.stringify({ id }),
          MessageGroupId: id,
          MessageDeduplicationId: id,
        }),
      )
    const first = await put('first')
    const queue = ['--queue', 'turns']
    expect(await read('dead-letters list')).toContainEqual(expect.objectContaining({ name: 'turns' }))
    await ops('dead-letters show', ['--id', first.MessageId ?? '', ...queue])
    expect(await ops('dead-letters purge', [...queue, '--yes'])).toContain('deleted')
    expect(await ops('dead-letters redrive', ['--queue', 'deliveries'])).not.toBe('')
  })

  test('the table', async () => {
    expect(await read('reconcile', ['--dry-run'])).toMatchObject({ dryRun: true })
    expect(await read('restore rehearse', ['--yes'])).toMatchObject({ missing: [] })
    const TargetTableName = 'Backup'
    await clientOf(DynamoDB, service.cloud).restoreTableToPointInTime({
      SourceTableName: outputOf(service.cloud, 'TableName'),
      TargetTableName,
      UseLatestRestorableTime: true,
    })
    expect(await ops('restore', ['--from-table', TargetTableName, '--yes'])).toMatch(/items put back +0/)
    const from = `arn:aws:kms:eu-west-1:000000000000:key/${crypto.randomUUID()}`
    await expect(ops('secrets re-encrypt', ['--from', from, '--yes'])).rejects.toThrow('does not exist')
    expect(await read('documents embed', ['--dry-run'])).toMatchObject({ documents: 0 })
  })

  test('what is deleted', async () => {
    await ops('users remove', of('--email', email, '--yes'))
    await ops('users delete', ['--email', email, '--yes'])
    await ops('organizations delete', of('--yes'))
    expect(await ops('organizations list')).not.toContain(organization)
    await ops('model reset')
  })

  test('each command ran', () => {
    expect(commands.map(({ name }) => name).filter((name) => !ran.has(name))).toEqual([])
  })
})

const CONSUMER = `import { createClient, verifyWebhook } from '@replywright/client'

const { baseUrl, apiKey, secret, body, headers, conversation } = JSON.parse(process.env.JOB)
const client = createClient({ baseUrl, apiKey })
const event = await verifyWebhook(body, headers, secret)
const { id } = await client.conversations.sendMessage(event.conversationId, { type: 'text', text: { body: 'Packed' } })
console.log(JSON.stringify({ event: event.event, id }))
`

describe('the packed clients, with a delivery of the packed app', () => {
  async function delivered() {
    const { baseUrl, apiKey, webhook } = service.ready
    const from = freshCustomer()
    await service.provider.sendAsCustomer({ from, text: 'For a client' })
    const { body, headers } = await service.receiver.next(
      (one) => isEvent(webhook.url, 'message.received')(one) && one.body.includes(from),
      WAIT.timeout,
    )
    return { baseUrl, apiKey, secret: webhook.secret, body, headers }
  }

  test('the client verifies it and answers', async () => {
    const { body, ...job } = await delivered()
    await writeFile(join(installed.folder, 'consumer.js'), CONSUMER)
    const env = { JOB: JSON.stringify({ ...job, body: body.toString() }) }
    const printed = JSON.parse(await installed.run('node', ['consumer.js'], { env }))
    expect(printed).toEqual({ event: 'message.received', id: expect.any(String) })
  })

  test('the command line lists what the API has', async () => {
    const { baseUrl, apiKey, numbers } = service.ready
    const env = { REPLYWRIGHT_BASE_URL: baseUrl, REPLYWRIGHT_API_KEY: apiKey }
    expect(await installed.run('replywright', ['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await installed.run('replywright', ['phone-numbers', 'list', '--json'], { env })).toContain(
      numbers[0]?.number ?? '?',
    )
  })

  test('the wheel of the Python client verifies it and answers', async ({ skip }) => {
    if (spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status !== 0)
      return skip('This machine has no python3 of version 3.10 or newer.')
    const tool = await installTool('wheel', fromPyPi('pip', 'setuptools>=77', 'wheel'))
    if (tool === undefined) return skip('The tools that build the wheel could not be installed.')
    // Setuptools leaves files where it builds.
    const source = join(folder, 'python')
    await cp(join(ROOT, 'packages/python'), source, { recursive: true })
    const python = (args: readonly string[], input = '', env = {}) =>
      installed.run('node', ['-e', FORWARD, join(tool, 'bin/python'), ...args], { env, input, cwd: folder })
    await python(['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', source])
    const wheel = (await python(['-c', 'import glob; print(glob.glob("*.whl")[0])'])).trim()
    await python(['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target', 'site', wheel])
    const { body, ...job } = await delivered()
    const input = JSON.stringify({ ...job, body: body.toString('base64') })
    const env = { PYTHONPATH: join(folder, 'site'), PYTHONIOENCODING: 'utf-8' }
    expect(JSON.parse(await python([join(source, 'tests/main_job.py')], input, env))).toMatchObject({
      received: 'For a client',
    })
  })
})

/** Runs the program that its arguments name. */
const FORWARD = `const [program, ...args] = process.argv.slice(1)
process.exitCode = require('node:child_process').spawnSync(program, args, { stdio: 'inherit' }).status ?? 1`
