import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { isTicket, sectionOf } from '@replywright/contract/alarms.ts'
import { deadLetterQueues, type NamedQueue, workQueueUrls } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { PROVIDER } from '../../channel/capabilities.ts'
import { channels } from '../../channel/channels.ts'
import { inspectNumber } from '../../conversations/number-health/inspect-number.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { scanTable } from '../../platform/table/scan-table.ts'
import { describeDeadLetterQueue } from '../dead-letters/dead-letter-queue.ts'
import { listAlarms } from '../monitoring/alarms.ts'
import { oldestAges } from '../monitoring/queues.ts'
import { type Check, count, type Deployment, deploy, type Finding, fails, ok, ops, outputOf, warning } from './check.ts'

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
