import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runChecks } from '../examine.ts'
import {
  checksBefore,
  judgeIngress,
  judgeKey,
  judgeLogs,
  judgeQuota,
  judgeReserve,
  judgeRoles,
  judgeTokens,
} from './checks.ts'
import { readContext } from './context.ts'

/** AWS's recorded responses by host and path. */
const replies = new Map<string, { readonly status?: number; readonly body: string }>()
const gateway = mockClient(APIGatewayClient)

beforeAll(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_ENDPOINT_URL', undefined)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { host, pathname } = new URL(url)
    const { status = 200, body } = replies.get(`${host}${pathname}`) ?? { status: 500, body: '' }
    return new Response(body, { status })
  })
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  replies.clear()
  gateway.reset()
  gateway.on(GetAccountCommand).resolves({})
})

const reply = (at: string, body: object | string, status = 200) =>
  replies.set(at, { status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const PROD = { stage: 'prod' }
const TPM = 'Global cross-region model inference tokens per minute for Amazon Nova 2 Lite'

async function examine(context: Readonly<Record<string, unknown>>) {
  const lines = await runChecks(checksBefore(context), { ...PROD, outputs: {}, now: 0 }, 10_000)
  return Object.fromEntries(lines.map(({ check, state, tells }) => [check, `${state}: ${tells}`]))
}

test('a new account lacks what the first deployment needs', async () => {
  reply('email.eu-central-1.amazonaws.com/v2/email/identities/mail.example.com', { __type: 'NotFoundException' }, 404)
  reply('lambda.eu-central-1.amazonaws.com/2016-08-19/account-settings/', {
    AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
  })
  reply('servicequotas.eu-central-1.amazonaws.com/', { Quotas: [{ QuotaName: TPM, Value: 0 }] })
  const scp = { Type: 'SERVICE_CONTROL_POLICY', Status: 'ENABLED' }
  const organization = { MasterAccountId: '444455556666', AvailablePolicyTypes: [scp] }
  reply('organizations.us-east-1.amazonaws.com/', { Organization: organization })
  reply('sts.eu-central-1.amazonaws.com/', '<Account>111122223333</Account>')
  reply(
    'cloudfront.amazonaws.com/2020-05-31/distribution',
    '<DistributionList><Quantity>0</Quantity></DistributionList>',
  )
  const entry = (key: string, value: number) => `<entry><key>${key}</key> <value>${value}</value></entry>`
  reply('iam.amazonaws.com/', `<SummaryMap>${entry('RolesQuota', 1000)}${entry('Roles', 900)}</SummaryMap>`)
  expect(await examine({ mailFrom: 'no-reply@mail.example.com' })).toEqual({
    mailFrom: expect.stringMatching(/^fails: mail.example.com is not verified .* the stack Data would fail/),
    'Lambda quota': expect.stringMatching(/^fails: 10 concurrent executions/),
    ingress: expect.stringMatching(/^warning: a service control policy/),
    'Bedrock quota': expect.stringMatching(/^fails: .* may use 0 tokens per minute/),
    CloudFront: expect.stringMatching(/^warning: .*must be verified/),
    'API Gateway role': 'ok: not set; the deployment sets it',
    'IAM roles': expect.stringMatching(/^fails: 100 roles of 1000 free/),
    key: 'ok: the deployment creates it',
  })
})

test('an account that is ready passes, and a missing permission is named', async () => {
  reply('email.eu-central-1.amazonaws.com/v2/email/identities/mail.example.com', { VerifiedForSendingStatus: true })
  reply('lambda.eu-central-1.amazonaws.com/2016-08-19/account-settings/', {
    AccountLimit: { ConcurrentExecutions: 100, UnreservedConcurrentExecutions: 100 },
  })
  reply('servicequotas.eu-central-1.amazonaws.com/', { Quotas: [{ QuotaName: TPM, Value: 4_000_000 }] })
  reply('organizations.us-east-1.amazonaws.com/', { __type: 'AWSOrganizationsNotInUseException' }, 400)
  reply('iam.amazonaws.com/', '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>', 403)
  expect(
    await examine({ mailFrom: 'no-reply@mail.example.com', accountConcurrency: '100', dashboard: 'false' }),
  ).toMatchObject({
    mailFrom: expect.stringMatching(/^ok/),
    'Lambda quota': expect.stringMatching(/^ok/),
    ingress: expect.stringMatching(/^ok: the account is in no organization/),
    'Bedrock quota': expect.stringMatching(/^ok/),
    CloudFront: expect.stringMatching(/^ok/),
    'IAM roles': expect.stringMatching(/^unknown: The AWS credentials lack a permission/),
  })
})

test.each([
  ['global.amazon.nova-2-lite-v1:0', 50_000, 'warning'],
  ['global.anthropic.claude-haiku-4-5-20251001-v1:0', 200_000, 'ok'],
  ['mistral.mistral-large-2407-v1:0', 0, 'warning'],
])('finds the quota of %s among those of other models', (model, _, state) => {
  const quotas = [
    { QuotaName: TPM, Value: 50_000 },
    { QuotaName: 'On-demand model inference tokens per minute for Anthropic Claude Haiku 4.5', Value: 200_000 },
    { QuotaName: 'On-demand model inference requests per minute for Mistral Large 2407', Value: 0 },
  ]
  expect(judgeTokens(model, quotas).state).toBe(state)
})

test('API Gateway’s role of another application is kept', () => {
  const other = 'arn:aws:iam::111122223333:role/logs'
  expect(judgeLogs(other, true, PROD)).toMatchObject({ state: 'warning', remedy: expect.stringContaining('=false') })
  expect(judgeLogs('arn:aws:iam::111122223333:role/Messaging-prod-Account-X', true, PROD).state).toBe('ok')
  expect(judgeLogs(undefined, false, PROD).state).toBe('fails')
  expect(judgeLogs(other, false, PROD).state).toBe('ok')
})

test('policies of an organization bind its members only, and a REST API is not refused', async () => {
  const organization = {
    MasterAccountId: '444455556666',
    AvailablePolicyTypes: [{ Type: 'SERVICE_CONTROL_POLICY', Status: 'ENABLED' }],
  }
  expect(judgeIngress(organization, '444455556666', PROD).state).toBe('ok')
  expect(judgeIngress({ ...organization, AvailablePolicyTypes: [] }, '111122223333', PROD).state).toBe('ok')
  expect(judgeIngress(organization, '111122223333', PROD)).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('ingress=api'),
  })
  expect(await examine({ ingress: 'api' })).toMatchObject({ ingress: expect.stringMatching(/^ok/) })
})

test('the remedy of a small quota is the deployment with that quota', () => {
  expect(judgeQuota(10, 1_000, PROD).remedy).toContain('-c stage=prod -c accountConcurrency=10')
})

test.each([
  [1000, 200, undefined],
  [300, 200, undefined],
  // Other functions reserve 750.
  [250, 200, 'ingressReservedConcurrency=150'],
  [250, 0, undefined],
])('with %i unreserved executions, a reservation of %i needs %s', (unreserved, reserve, remedy) => {
  const found = judgeReserve(unreserved, reserve, PROD)
  expect(found?.state).toBe(remedy && 'fails')
  if (remedy) expect(found?.remedy).toContain(remedy)
})

test('a stage that exists needs no free roles', () => {
  expect([judgeRoles(990, 1000, false).state, judgeRoles(990, 1000, true).state]).toEqual(['fails', 'ok'])
})

test('docs/deploy.md lists the rights of the checks', () => {
  const page = readFileSync(new URL('../../../../../../docs/deploy.md', import.meta.url), 'utf8')
  const [, listed = ''] = /^It needs (.*?)\n\n/ms.exec(page) ?? []
  const rights = checksBefore({}).flatMap((check) => check.rights.map((right) => right.split(' ')[0]))
  expect([...listed.matchAll(/`(\w+:\w+)`/g)].map(([, right]) => right).toSorted()).toEqual(rights.toSorted())
})

test('the settings are those of the stage in cdk.json and of the command line', async () => {
  expect(await readContext('prod', 'mailFrom=a=b\nburst=5')).toMatchObject({ mailFrom: 'a=b', burst: '5' })
  await expect(readContext('prod', 'mailFrom')).rejects.toThrow('-c must be a setting')
})

test.each([
  [{ app: 'node app.js' }, {}],
  [{ context: { burst: 7 } }, { burst: 7 }],
  [{ context: { stages: { prod: { burst: 5, ingress: 'api' } }, burst: 7 } }, { burst: 7, ingress: 'api' }],
  [{ context: { stages: {} } }, {}],
])('the settings in the cdk.json of an app: %j', async (project, settings) => {
  const directory = await mkdtemp(join(tmpdir(), 'context-'))
  try {
    const file = join(directory, 'cdk.json')
    await writeFile(file, JSON.stringify(project))
    expect(await readContext('prod', '', file)).toEqual(settings)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a stage that cdk.json does not list is refused, as the deployment refuses it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'context-'))
  try {
    const file = join(directory, 'cdk.json')
    await writeFile(file, JSON.stringify({ context: { stages: { staging: {} } } }))
    await expect(readContext('prod', '', file)).rejects.toThrow('cdk.json lists the stages staging, but not "prod"')
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('the key of an existing stage must not change', () => {
  const arn = 'arn:aws:kms:eu-central-1:111122223333:key'
  expect(judgeKey(`${arn}/0`, true)).toMatchObject({ state: 'fails', remedy: expect.stringContaining('false') })
  expect(judgeKey(`${arn}/0`, false).state).toBe('ok')
  expect(judgeKey(`${arn}/mrk-0`, true).state).toBe('ok')
})
