import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { isTicket, sectionOf } from '@replywright/contract/alarms.ts'
import type { CHECKS, Finding as FindingView } from '@replywright/contract/dashboard/operations.ts'
import {
  deadLetterQueueOutput,
  deadLetterQueues,
  type NamedQueue,
  QUEUE_NAMES,
  queueOutput,
  UNSENT_QUEUE_NAMES,
  workQueueUrls,
} from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { lacksVectors } from '../../agents/documents/lacks-vectors.ts'
import { hasToolProblem } from '../../agents/find-agent.ts'
import { PROVIDER } from '../../channel/capabilities.ts'
import { channels } from '../../channel/channels.ts'
import { inspectNumber } from '../../conversations/number-health/inspect-number.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { settings } from '../../platform/settings.ts'
import { scanTable } from '../../platform/table/scan-table.ts'
import { describeDeadLetterQueue } from '../dead-letters/dead-letter-queue.ts'
import { listAlarms } from '../monitoring/alarms.ts'
import { oldestAges } from '../monitoring/queues.ts'

/** The result of a check. `unknown`: the check could not run. `not_applicable`: the deployment has no such resource. */
export type State = 'ok' | 'warning' | 'fails' | 'unknown' | 'not_applicable'

export interface Finding {
  readonly state: State
  readonly tells: string
  /** What to do, with the exact command if possible. */
  readonly remedy?: string
}

export interface Deployment {
  /** Undefined for the local service of `npm start`. */
  readonly stage: string | undefined
  /** Outputs of its stacks. */
  readonly outputs: Readonly<Record<string, string>>
  /** Start time of the checks. */
  readonly now: EpochMs
  /** Aborts at the time limit. */
  readonly signal: AbortSignal
}

export interface Check {
  readonly name: string
  /** The required IAM actions. */
  readonly rights: readonly string[]
  /** Whether it reads the whole table. */
  readonly scans?: boolean
  /** Returns one or more findings. If it throws, the finding is `unknown`. */
  run(deployment: Deployment): Promise<Finding | readonly Finding[]>
}

/** Returns a number with its noun: "1 message", "2 messages". */
function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

export const ok = (tells: string): Finding => ({ state: 'ok', tells })
export const warning = (tells: string, remedy: string): Finding => ({ state: 'warning', tells, remedy })
export const fails = (tells: string, remedy: string): Finding => ({ state: 'fails', tells, remedy })
export const notApplicable = (tells: string): Finding => ({ state: 'not_applicable', tells })

/** Returns an output of the stacks. @throws Error with the name of a missing output */
export function outputOf({ outputs }: Pick<Deployment, 'outputs'>, name: string): string {
  const value = outputs[name]
  if (!value) throw new Error(`the output ${name} is missing: a stack does not exist or is older than this command`)
  return value
}

/** Returns the command line of an operators' command for this deployment. */
export function ops(command: string, { stage }: Pick<Deployment, 'stage'>): string {
  return `npm run ops -- ${command}${stage === undefined ? '' : ` --stage ${stage}`}`
}

/** Returns the command that redeploys the stage with context values, or restarts the local service. */
export function deploy({ stage }: Pick<Deployment, 'stage'>, ...context: string[]): string {
  if (stage === undefined) return 'stop the service with Ctrl-C, then npm start'
  return `npm run deploy -- ${[`stage=${stage}`, ...context].map((value) => `-c ${value}`).join(' ')}`
}

export const alarmsCheck: Check = {
  name: 'alarms',
  rights: ['cloudwatch:DescribeAlarms'],
  async run(deployment) {
    const alarms = await listAlarms()
    if (alarms.length === 0) return fails('there are no alarms', deploy(deployment))
    const active = alarms.filter(({ state }) => state === 'alarm')
    if (active.length === 0) return ok(`${count(alarms.length, 'alarm')}, none active`)
    return active.map(({ name, reason }) =>
      (isTicket(name) ? warning : fails)(`${name} is active: ${reason}`, `docs/operations.md, ${sectionOf(name)}`),
    )
  },
}

export const providerCheck: Check = {
  name: 'provider',
  rights: ['dynamodb:GetItem', 'kms:Decrypt'],
  async run(deployment) {
    const setup = await channels.get(PROVIDER)?.describeSetup(deployment.now)
    if (setup === undefined)
      return fails(
        'the provider is not configured: its messages are rejected',
        `APP_SECRET=… VERIFY_TOKEN=… ${ops('provider set', deployment)}`,
      )
    const { ends = [], problem, hasEnded } = (await channels.get(PROVIDER)?.datedRules?.(deployment.now)) ?? {}
    const found = ok([setup, ...ends].join('; '))
    if (problem === undefined) return found
    const remedy = `APP_SECRET=… VERIFY_TOKEN=… ${ops('provider set --base-url …', deployment)}`
    return [found, (hasEnded ? fails : warning)(problem, remedy)]
  },
}

/** Asks the provider about the numbers with problems, and lifts what no longer exists. */
export const numbersCheck: Check = {
  name: 'numbers',
  rights: ['dynamodb:Scan', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'kms:Decrypt'],
  scans: true,
  async run({ now, signal }) {
    const found: Finding[] = []
    let heldElsewhere = 0
    for await (const { items } of scanTable({
      filter:
        '(#_e = :number AND attribute_exists(health)) OR #_e = :account OR (#_e = :conversation AND #ct.h = :other_agent)',
      values: {
        ':number': 'number',
        ':account': 'account',
        ':conversation': 'conversation',
        ':other_agent': 'other_agent',
      },
      attributes: ['_e', 'phoneNumberId', 'waId', 'marketingRefusedAt', 'ct'],
    })) {
      signal.throwIfAborted()
      const numbers = items.filter(({ _e }) => _e === 'number')
      found.push(...(await Promise.all(numbers.map((item) => checkNumber(String(item.phoneNumberId), now)))).flat())
      found.push(...items.filter((item) => isWithoutMarketing(item, now)).map(marketingRefused))
      heldElsewhere += items.filter(({ _e }) => _e === 'conversation').length
    }
    return [
      ...(found.length > 0 ? found : [ok('the provider restricts no number and warns about none')]),
      ...(heldElsewhere > 0 ? [ok(controlWords(heldElsewhere))] : []),
    ]
  },
}

/** Returns what the operator is told of conversations that another agent on a number answers. */
function controlWords(count: number): string {
  return count === 1
    ? 'another agent on its number answers one conversation'
    : `other agents on the numbers answer ${count} conversations`
}

function isWithoutMarketing({ marketingRefusedAt }: Readonly<Record<string, unknown>>, now: EpochMs): boolean {
  return typeof marketingRefusedAt === 'number' && marketingRefusedAt > now - DAY_MILLISECONDS
}

function marketingRefused({ waId }: Readonly<Record<string, unknown>>): Finding {
  return warning(
    `account ${waId}: the provider refuses its path of marketing templates, which are sent as other messages`,
    'the owner accepts the terms of marketing messages at the provider, on the overview of the account',
  )
}

async function checkNumber(phoneNumberId: string, now: EpochMs): Promise<Finding[]> {
  const { number, health } = (await inspectNumber(phoneNumberId, now)) ?? {}
  return (health?.problems ?? []).map(({ code, text, since, until }) => {
    const times = `since ${since}${until === null ? '' : `, until ${until}`}`
    const state = health?.state === 'warned' ? warning : fails
    return state(`+${number?.number} of organisation ${number?.organizationId}: ${code}, ${times}`, text)
  })
}

/** A retried message waits at most two minutes. */
const LATE_SECONDS = 600
/** Failing endpoints of customers fill these queues. Only failures of the service fill the others. */
const FILLED_BY_CUSTOMERS: readonly string[] = ['deliveries', 'slow-deliveries']

export const deadLettersCheck: Check = {
  name: 'dead letters',
  rights: ['sqs:GetQueueAttributes', 'sqs:ListDeadLetterSourceQueues'],
  async run(deployment) {
    const queues = deadLetterQueues(deployment.outputs)
    const found = (await Promise.all(queues.map((queue) => judgeDeadLetters(queue, deployment)))).flat()
    return found.length > 0 ? found : ok(`${count(queues.length, 'queue')}, all empty`)
  },
}

async function judgeDeadLetters({ name, url }: NamedQueue, deployment: Deployment): Promise<Finding[]> {
  const { messages, held } = await describeDeadLetterQueue(url)
  if (messages + held === 0) return []
  const tells = `${name}: ${count(messages + held, 'message')}`
  const remedy = ops(`dead-letters list --queue ${name}`, deployment)
  return [FILLED_BY_CUSTOMERS.includes(name) ? warning(tells, remedy) : fails(tells, remedy)]
}

export const queuesCheck: Check = {
  name: 'queues',
  rights: ['sqs:GetQueueAttributes', 'sqs:ListDeadLetterSourceQueues', 'cloudwatch:GetMetricData'],
  async run(deployment) {
    const queues = await Promise.all(
      Object.entries(workQueueUrls(deployment.outputs)).map(async ([name, url]) => {
        const { messages, held } = await describeDeadLetterQueue(url)
        return { name, queue: url.slice(url.lastIndexOf('/') + 1), holding: messages + held }
      }),
    )
    const holding = queues.filter((queue) => queue.holding > 0).map(({ queue }) => queue)
    const ages = await oldestAges(holding, deployment.now)
    return judgeQueues(queues.map((queue) => ({ ...queue, ageSeconds: ages.get(queue.queue) })))
  },
}

/** Checks whether messages wait longer than retries do. `ageSeconds` is undefined if CloudWatch has no data. */
export function judgeQueues(
  queues: readonly { readonly name: string; readonly holding: number; readonly ageSeconds: number | undefined }[],
): Finding[] {
  const found = queues.flatMap(({ name, holding, ageSeconds }): Finding[] => {
    const tells = `${name}: ${count(holding, 'message')}`
    if (holding === 0) return []
    // CloudWatch has no data of a queue for some minutes after it was idle for hours.
    if (ageSeconds === undefined)
      return [warning(`${tells}, age unknown to CloudWatch`, 'repeat the check in some minutes')]
    if (ageSeconds <= LATE_SECONDS) return []
    return [warning(`${tells}, the oldest is ${ageText(ageSeconds)} old`, 'docs/operations.md, OldestMessage')]
  })
  return found.length > 0 ? found : [ok(`${count(queues.length, 'queue')}, no delayed messages`)]
}

function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

const database = /* @__PURE__ */ onFirstUse(() => new DynamoDBClient(AWS_CLIENT))

export const tableCheck: Check = {
  name: 'table',
  rights: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive', 'dynamodb:DescribeContinuousBackups'],
  async run(deployment) {
    const TableName = outputOf(deployment, 'TableName')
    const isLocal = deployment.stage === undefined
    const [{ Table }, { TimeToLiveDescription }, backups] = await Promise.all([
      database.send(new DescribeTableCommand({ TableName })),
      database.send(new DescribeTimeToLiveCommand({ TableName })),
      // DynamoDB Local has no backups.
      isLocal ? undefined : database.send(new DescribeContinuousBackupsCommand({ TableName })),
    ])
    const recovery = backups?.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
    return judgeTable(
      {
        status: Table?.TableStatus,
        expiry: TimeToLiveDescription?.TimeToLiveStatus,
        ...(!isLocal && { recovery, protection: Table?.DeletionProtectionEnabled }),
      },
      deploy(deployment),
    )
  },
}

/** Checks status, expiry, recovery and protection of the table. Absent properties are not checked. */
export function judgeTable(
  table: {
    readonly status: string | undefined
    readonly expiry: string | undefined
    readonly recovery?: string
    readonly protection?: boolean
  },
  redeploy: string,
): Finding[] {
  const findings: Finding[] = []
  if (table.status !== 'ACTIVE') findings.push(fails(`it is ${table.status}`, 'aws dynamodb describe-table'))
  if (table.expiry !== 'ENABLED' && table.expiry !== 'ENABLING')
    findings.push(fails('time to live is off: items do not expire', redeploy))
  if ('recovery' in table && table.recovery !== 'ENABLED')
    findings.push(fails('point-in-time recovery is off: accidental deletions cannot be undone', redeploy))
  if ('protection' in table && !table.protection)
    findings.push(warning('it is not protected against deletion', redeploy))
  if (findings.length > 0) return findings
  return [ok('recovery' in table ? 'active; expiry, recovery and protection are on' : 'active; expiry is on')]
}

const KNOWN: Readonly<Record<(typeof CHECKS)[number], Check>> = {
  table: tableCheck,
  provider: providerCheck,
  alarms: alarmsCheck,
  'dead-letters': deadLettersCheck,
  queues: queuesCheck,
}
const LIMIT_MILLISECONDS = 10_000

/**
 * Runs a check of the `doctor` command. A check that fails to run is `unknown`. @throws ServiceError 404 for an unknown
 * name
 */
export async function runCheck(name: string, now: EpochMs): Promise<FindingView[]> {
  const check = Object.entries(KNOWN).find(([known]) => known === name)?.[1]
  if (!check) throw notFound('check', 'name')
  const signal = AbortSignal.timeout(LIMIT_MILLISECONDS)
  const stage = settings.STAGE === 'local' ? undefined : settings.STAGE
  try {
    const found = await check.run({ stage, outputs: outputs(), now, signal })
    return ('state' in found ? [found] : found).map(({ state, tells, remedy = null }) => ({ state, tells, remedy }))
  } catch (error) {
    logError('check.failed', error, { check: name })
    return [
      { state: 'unknown', tells: 'The check could not run. The log of this function has the cause.', remedy: null },
    ]
  }
}

/** Returns the outputs of the stacks that the checks use. */
function outputs(): Record<string, string> {
  const { TABLE_NAME, WORK_QUEUE_URLS: work, DEAD_LETTER_QUEUE_URLS: dead } = settings
  return Object.fromEntries([
    ['TableName', TABLE_NAME],
    ...QUEUE_NAMES.map((name) => [queueOutput(name), work[name] ?? '']),
    ...[...QUEUE_NAMES, ...UNSENT_QUEUE_NAMES].map((name) => [deadLetterQueueOutput(name), dead[name] ?? '']),
  ])
}

const KeyRow = v.object({ gatewayKeyId: v.string(), status: v.picklist(['creating', 'active', 'revoked']) })
export type KeyRow = v.InferOutput<typeof KeyRow>

/** What the table has, as far as checks look at it. */
export interface Contents {
  readonly organizations: number
  /** Connected numbers, without sandbox numbers. */
  readonly numbers: number
  readonly keys: readonly KeyRow[]
  /** Ids of agents with an active tool that has a problem. */
  readonly agentsWithProblems: readonly string[]
  /** Ids of MCP connectors with tools that agents could not use when they last needed them. */
  readonly connectorsWithProblems: readonly string[]
  /** Ids of documents that could not be read, or not completely. */
  readonly documentsWithProblems: readonly string[]
  /** Ids of agents whose daily websites have pages that were not read, or not completely. */
  readonly agentsWithUnreadPages: readonly string[]
  /** The number of documents and pages without vectors of the embedding model; 0 without such a model. */
  readonly documentsWithoutVectors: number
}

const ATTRIBUTES = [
  'pk',
  '_e',
  'gatewayKeyId',
  'status',
  'sandbox',
  'id',
  'settings',
  'problems',
  'refusedTools',
  's',
  'etag',
  'embeddedBy',
  'agentId',
  'failure',
  'missing',
]

/** Reads the whole table. */
export async function scanContents(signal: AbortSignal): Promise<Contents> {
  const values = {
    ':organization': 'organization',
    ':number': 'number',
    ':key': 'apiKey',
    ':agent': 'agentBody',
    ':connector': 'mcpConnector',
    ':document': 'document',
    ':page': 'websitePage',
  }
  const [keys, agentsWithProblems, connectorsWithProblems]: [KeyRow[], string[], string[]] = [[], [], []]
  const documentsWithProblems: string[] = []
  const unread = new Set<string>()
  const problems = { agentsWithProblems, connectorsWithProblems, documentsWithProblems }
  const contents = { organizations: 0, numbers: 0, keys, ...problems, documentsWithoutVectors: 0 }
  const model = settings.EMBEDDING_MODEL
  const filter = '#_e IN (:organization, :number, :key, :agent, :connector, :document, :page)'
  for await (const { items } of scanTable({ filter, values, attributes: ATTRIBUTES })) {
    signal.throwIfAborted()
    for (const item of items) {
      if (item._e === 'organization') contents.organizations += 1
      if (item._e === 'number' && item.sandbox !== true) contents.numbers += 1
      if (item._e === 'apiKey') contents.keys.push(v.parse(KeyRow, item))
      if (item._e === 'agentBody' && hasToolProblem(String(item.settings)))
        contents.agentsWithProblems.push(String(item.id))
      if (item._e === 'mcpConnector' && (item.problems !== undefined || item.refusedTools !== undefined))
        contents.connectorsWithProblems.push(String(item.id))
      if (item._e === 'document' && (item.s === 'error' || item.s === 'partial'))
        contents.documentsWithProblems.push(String(item.id))
      if (item._e === 'websitePage' && (item.failure !== undefined || item.missing !== undefined))
        unread.add(String(item.agentId))
      if (model && (item._e === 'document' || item._e === 'websitePage') && lacksVectors(item, model))
        contents.documentsWithoutVectors += 1
    }
  }
  return { ...contents, agentsWithUnreadPages: [...unread] }
}
