import { APIGateway } from '@aws-sdk/client-api-gateway'
import { BEDROCK_MODEL_ID, defaultModelIn } from '@replywright/contract/llm-models.ts'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  fails,
  ok,
  warning,
} from '@replywright/core/operations/doctor/check.ts'
import * as v from 'valibot'
import { count } from '../../../show.ts'
import { awsCall, awsGet, awsText, ownRegion } from '../aws-get.ts'
import { ASSUMED_CONCURRENCY, readQuota } from '../checks/concurrency.ts'
import { type Context, textOf } from './context.ts'

/** IAM roles that a stage needs, rounded up because each route has one. A test compares it with the templates. */
export const IAM_ROLES = 240
/** Tokens per minute with which about 20 turns can run at the same time: each call reserves input and `modelMaxOutputTokens`. */
const USUAL_TOKENS = 100_000

/** The checks before the first deployment of a stage with these settings: what AWS would refuse in the middle of it. */
export function checksBefore(context: Context): readonly Check[] {
  return [
    senderCheck(context),
    lambdaCheck(context),
    ingressCheck(context),
    modelCheck(context),
    siteCheck(context),
    logsCheck(context),
    ROLES,
    keyCheck(context),
  ]
}

const Identity = v.object({ VerifiedForSendingStatus: v.optional(v.boolean(), false) })

function senderCheck(context: Context): Check {
  return {
    name: 'mailFrom',
    rights: ['ses:GetEmailIdentity'],
    async run({ signal }) {
      const sender = textOf(context, 'mailFrom')
      if (sender === '') return ok('not set: Cognito sends at most 50 mails a day')
      const domain = sender.slice(sender.lastIndexOf('@') + 1)
      const path = `/v2/email/identities/${encodeURIComponent(domain)}`
      const identity = await awsGet('ses', path, Identity, signal).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotFoundException') return undefined
        throw error
      })
      return judgeSender(domain, identity)
    },
  }
}

/** Checks whether Amazon SES may send for the domain. `identity` is undefined if it does not know the domain. */
function judgeSender(domain: string, identity: v.InferOutput<typeof Identity> | undefined): Finding {
  if (identity?.VerifiedForSendingStatus) return ok(`${domain} is verified in Amazon SES`)
  const begin = identity ? '' : `aws sesv2 create-email-identity --email-identity ${domain}; `
  return fails(
    `${domain} is not verified in Amazon SES in this region: Cognito would refuse it, and the stack Data would fail`,
    `deploy without mailFrom. Set it later: ${begin}publish the DKIM records, wait until the domain is verified, deploy`,
  )
}

function lambdaCheck(context: Context): Check {
  return {
    name: 'Lambda quota',
    rights: ['lambda:GetAccountSettings'],
    async run(deployment) {
      const assumed = Number(textOf(context, 'accountConcurrency') || ASSUMED_CONCURRENCY)
      const { quota, unreserved } = await readQuota(deployment)
      const found = judgeQuota(quota, assumed, deployment)
      // What a stage that exists reserves is no longer unreserved.
      if (found.state === 'fails' || deployment.outputs.IngressUrl) return found
      const given = textOf(context, 'ingressReservedConcurrency')
      const most = Math.max(0, Math.min(Math.floor(assumed * DEFAULT_SHARE), assumed - LEAST_UNRESERVED))
      return judgeReserve(unreserved, given === '' ? most : Number(given), deployment) ?? found
    },
  }
}

/** Share of the assumed executions that the ingress reserves by default, at most. */
const DEFAULT_SHARE = 1 / 5
/** Lambda refuses a reservation that leaves other functions less. */
const LEAST_UNRESERVED = 100

/** Returns why the ingress cannot reserve its executions beside what other functions reserve, or undefined if it can. */
export function judgeReserve(
  unreserved: number,
  reserve: number,
  deployment: Pick<Deployment, 'stage'>,
): Finding | undefined {
  if (reserve === 0 || unreserved - reserve >= LEAST_UNRESERVED) return undefined
  const possible = Math.max(0, unreserved - LEAST_UNRESERVED)
  return fails(
    `other functions reserve so many executions that ${unreserved} are left; the ingress would reserve ${reserve}, and ${LEAST_UNRESERVED} must remain: the stack Messaging would fail`,
    deploy(deployment, `ingressReservedConcurrency=${possible}`),
  )
}

/** Checks whether the account has the concurrent executions that the deployment assumes. */
export function judgeQuota(quota: number, assumed: number, deployment: Pick<Deployment, 'stage'>): Finding {
  if (quota >= assumed) return ok(`${quota} concurrent executions; the deployment assumes ${assumed}`)
  return fails(
    `${quota} concurrent executions, but the deployment assumes ${assumed}: the stack Messaging could fail`,
    `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${assumed}; until then ${deploy(deployment, `accountConcurrency=${quota}`)}`,
  )
}

const Organization = v.object({
  Organization: v.object({
    MasterAccountId: v.string(),
    AvailablePolicyTypes: v.optional(v.array(v.object({ Type: v.string(), Status: v.string() })), []),
  }),
})
type Organization = v.InferOutput<typeof Organization>['Organization']

function ingressCheck(context: Context): Check {
  return {
    name: 'ingress',
    rights: ['organizations:DescribeOrganization'],
    async run({ signal, stage }) {
      if (textOf(context, 'ingress') === 'api') return ok('a REST API, which policies of an organization allow')
      const call = { target: 'AWSOrganizationsV20161128.DescribeOrganization', input: {} }
      const described = await awsCall('organizations', call, Organization, signal).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'AWSOrganizationsNotInUseException') return undefined
        throw error
      })
      if (!described) return judgeIngress(undefined, '', { stage })
      const caller = await awsText('sts', '/?Action=GetCallerIdentity&Version=2011-06-15', { signal })
      return judgeIngress(described.Organization, /<Account>(\d+)</.exec(caller)?.[1] ?? '', { stage })
    },
  }
}

/** Checks whether policies of an organization can refuse the public URL of the ingress. Only its management account can read them. */
export function judgeIngress(
  organization: Organization | undefined,
  account: string,
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (!organization) return ok('the account is in no organization, whose policies could refuse a public function URL')
  if (organization.MasterAccountId === account)
    return ok('the account manages its organization, so service control policies do not apply to it')
  const isGoverned = organization.AvailablePolicyTypes.some(
    ({ Type, Status }) => Type === 'SERVICE_CONTROL_POLICY' && Status === 'ENABLED',
  )
  if (!isGoverned) return ok('the organization of the account has no service control policies')
  return warning(
    'a service control policy of the organization can refuse the public function URL, and only its management account can read it',
    `ask there for policies with lambda:FunctionUrlAuthType (Control Tower: CT.LAMBDA.PV.1 and PV.2); if there is one, ${deploy(deployment, 'ingress=api')}`,
  )
}

const Quotas = v.object({
  Quotas: v.array(v.object({ QuotaName: v.string(), Value: v.number() })),
  NextToken: v.nullish(v.string()),
})
type Quota = v.InferOutput<typeof Quotas>['Quotas'][number]

function modelCheck(context: Context): Check {
  return {
    name: 'Bedrock quota',
    rights: ['servicequotas:ListServiceQuotas'],
    async run({ signal }) {
      const quotas: Quota[] = []
      let NextToken: string | undefined
      do {
        const input = { ServiceCode: 'bedrock', MaxResults: 100, ...(NextToken && { NextToken }) }
        const call = { target: 'ServiceQuotasV20190624.ListServiceQuotas', input }
        const page = await awsCall('servicequotas', call, Quotas, signal)
        quotas.push(...page.Quotas)
        NextToken = page.NextToken ?? undefined
      } while (NextToken)
      return judgeTokens(textOf(context, 'bedrockModelId') || defaultModelIn(await ownRegion()), quotas)
    },
  }
}

/** Checks the largest quota of tokens per minute whose name contains every word of the model's name. */
export function judgeTokens(model: string, quotas: readonly Quota[]): Finding {
  const words = wordsOf(model)
  const named = quotas.filter(({ QuotaName }) => {
    const name = QuotaName.toLowerCase()
    return name.includes('tokens per minute') && words.every((word) => name.split(/[\s.-]+/).includes(word))
  })
  const request = 'request more before customers come: Service Quotas, Amazon Bedrock, tokens per minute of the model'
  if (named.length === 0)
    return warning(`no quota of tokens per minute names ${model}`, 'Service Quotas, Amazon Bedrock')
  const most = Math.max(...named.map(({ Value }) => Value))
  const tells = `${model} may use ${most} tokens per minute`
  if (most === 0) return fails(`${tells}: no agent could answer`, request)
  return most < USUAL_TOKENS ? warning(`${tells}, enough to try the service`, request) : ok(tells)
}

/** Returns the words of a model's name: `nova`, `2` and `lite` for `global.amazon.nova-2-lite-v1:0`. */
function wordsOf(model: string): string[] {
  if (!BEDROCK_MODEL_ID.test(model)) throw new Error(`bedrockModelId: "${model}" is not an id of Amazon Bedrock`)
  const name = model.split('.').at(-1) ?? ''
  return name.split(/[-:]/).filter((word) => word !== '' && !/^(v\d+|\d{8}|0)$/.test(word))
}

function siteCheck(context: Context): Check {
  return {
    name: 'CloudFront',
    rights: ['cloudfront:ListDistributions'],
    async run({ signal, stage }) {
      if (textOf(context, 'dashboard') === 'false') return ok('not used: dashboard=false')
      const list = await awsText('cloudfront', '/2020-05-31/distribution?MaxItems=1', { signal })
      return judgeSite(Number(/<Quantity>(\d+)<\/Quantity>/.exec(list)?.[1] ?? 0), { stage })
    },
  }
}

/** Checks whether the account had a distribution before: AWS verifies new accounts only when they create the first one. */
function judgeSite(distributions: number, deployment: Pick<Deployment, 'stage'>): Finding {
  if (distributions > 0) return ok('the account has a distribution, so AWS has verified it')
  return warning(
    'the account has no distribution: AWS may refuse the first one ("Your account must be verified")',
    `open a case with AWS Support, and until then ${deploy(deployment, 'dashboard=false')}`,
  )
}

function logsCheck(context: Context): Check {
  return {
    name: 'API Gateway role',
    rights: ['apigateway:GET on /account'],
    async run(deployment) {
      const { cloudwatchRoleArn } = await new APIGateway({}).getAccount({})
      return judgeLogs(cloudwatchRoleArn, textOf(context, 'manageApiGatewayAccount') !== 'false', deployment)
    },
  }
}

/** Checks whether the deployment would replace API Gateway's role for logs, or lack one. */
export function judgeLogs(
  role: string | undefined,
  isManaged: boolean,
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (!isManaged && !role)
    return fails(
      'the account has no role for API Gateway to write logs, so the stack Api would fail',
      deploy(deployment, 'manageApiGatewayAccount=true'),
    )
  if (isManaged && role && !role.includes(':role/Messaging-'))
    return warning(`the deployment would replace ${role}`, deploy(deployment, 'manageApiGatewayAccount=false'))
  return ok(role ? `set to ${role}` : 'not set; the deployment sets it')
}

const ROLES: Check = {
  name: 'IAM roles',
  rights: ['iam:GetAccountSummary'],
  async run({ signal, outputs }) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'Action=GetAccountSummary&Version=2010-05-08'
    const summary = await awsText('iam', '/', { method: 'POST', headers, body, signal })
    const numberOf = (key: string) => Number(new RegExp(`<key>${key}</key>\\s*<value>(\\d+)`).exec(summary)?.[1])
    return judgeRoles(numberOf('Roles'), numberOf('RolesQuota'), outputs.TableName !== undefined)
  },
}

/** Checks whether the account can have the roles of another stage. One that `exists` has its roles. */
export function judgeRoles(used: number, quota: number, exists: boolean): Finding {
  if (Number.isNaN(quota - used)) throw new Error('IAM returned no number of roles')
  if (exists) return ok(`${count(quota - used, 'role')} of ${quota} free; the stage has its roles`)
  const tells = `${count(quota - used, 'role')} of ${quota} free; a stage needs ${IAM_ROLES}`
  if (quota - used >= IAM_ROLES) return ok(tells)
  return fails(
    tells,
    'aws service-quotas request-service-quota-increase --service-code iam --quota-code L-FE177D64 --desired-value 2000',
  )
}

function keyCheck(context: Context): Check {
  return {
    name: 'key',
    rights: ['cloudformation:DescribeStacks'],
    run: async ({ outputs }) => judgeKey(outputs.KeyArn, textOf(context, 'multiRegionKey') !== 'false'),
  }
}

/** Checks whether the deployment would change an existing key, which CloudFormation rejects. The id of a multi-Region key begins with `mrk-`. */
export function judgeKey(keyArn: string | undefined, isMultiRegion: boolean): Finding {
  if (!keyArn) return ok('the deployment creates it')
  if (keyArn.includes(':key/mrk-') === isMultiRegion) return ok('it does not change')
  return fails(
    `the stage has ${keyArn}, which cannot ${isMultiRegion ? 'become' : 'cease to be'} a multi-Region key: the update of Data would be rejected`,
    `set "multiRegionKey": ${!isMultiRegion} for the stage in cdk.json`,
  )
}
