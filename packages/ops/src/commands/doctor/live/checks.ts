import { APIGateway } from '@aws-sdk/client-api-gateway'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { METRIC_NAMESPACE } from '@replywright/contract/metrics.ts'
import { type Check, type Deployment, outputOf } from '@replywright/core/operations/doctor/check.ts'
import { alarmNotifications, sumsOf } from '@replywright/core/operations/monitoring/evidence.ts'
import * as v from 'valibot'
import { awsGet } from '../aws-get.ts'
import { readMappings } from '../checks/mappings.ts'
import {
  EVIDENCE_DAYS,
  judgeBilling,
  judgeCopies,
  judgeDisabling,
  judgeLimits,
  judgeLoops,
  judgeNotifications,
  judgeSmoke,
} from './judge.ts'

const since = ({ now }: Pick<Deployment, 'now'>) => now - EVIDENCE_DAYS * 86_400_000
const ofService = (MetricName: string, stage = '') => ({
  Namespace: METRIC_NAMESPACE,
  MetricName,
  Dimensions: [{ Name: 'stage', Value: stage }],
})

const Recursion = v.object({ RecursiveLoop: v.string() })

const loops: Check = {
  name: 'long retries',
  rights: ['lambda:ListEventSourceMappings', 'lambda:GetFunctionRecursionConfig', 'cloudwatch:GetMetricData'],
  async run(deployment) {
    const mappings = await readMappings(deployment.outputs, deployment.signal)
    const { FunctionArn } = mappings.find(({ source }) => source === 'deliveries') ?? {}
    if (!FunctionArn) throw new Error('the queue deliveries has no event source mapping')
    const path = `/2024-08-31/functions/${encodeURIComponent(FunctionArn)}/recursion-config`
    const { RecursiveLoop } = await awsGet('lambda', path, Recursion, deployment.signal)
    const metrics = [
      { Namespace: 'AWS/Lambda', MetricName: 'RecursiveInvocationsDropped' },
      ofService('DeliveriesExhausted', deployment.stage),
    ]
    const [dropped = 0, exhausted = 0] = await sumsOf(metrics, since(deployment), deployment.now)
    return judgeLoops({ recursiveLoop: RecursiveLoop, dropped, exhausted }, deployment)
  },
}

/** The keys of the stage's settings that limit public routes. */
const OPEN = Object.values(endpoints)
  .filter(({ access }) => access === 'public')
  .map(({ method, path }) => `${path.replace(/(?<=.)\/$/, '').replaceAll('/', '~1')}/${method}`)

const limits: Check = {
  name: 'stage limits',
  rights: ['apigateway:GET on /restapis/*'],
  async run(deployment) {
    const { methodSettings = {} } = await new APIGateway({}).getStage({
      restApiId: outputOf(deployment, 'RestApiId'),
      stageName: deployment.stage,
    })
    return judgeLimits(Object.keys(methodSettings), OPEN, deployment)
  },
}

const disabling: Check = {
  name: 'disabling',
  rights: ['cloudwatch:GetMetricData'],
  async run(deployment) {
    const [disabled = 0] = await sumsOf(
      [ofService('WebhooksDisabled', deployment.stage)],
      since(deployment),
      deployment.now,
    )
    return judgeDisabling(disabled, deployment)
  },
}

async function describeTable(deployment: Deployment) {
  const TableName = outputOf(deployment, 'TableName')
  const { Table = {} } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName }))
  return Table
}

const billing: Check = {
  name: 'table billing',
  rights: ['dynamodb:DescribeTable'],
  async run(deployment) {
    const { BillingModeSummary, CreationDateTime } = await describeTable(deployment)
    const facts = {
      mode: BillingModeSummary?.BillingMode ?? 'PROVISIONED',
      createdAt: CreationDateTime?.getTime() ?? 0,
      onDemandSince: BillingModeSummary?.LastUpdateToPayPerRequestDateTime?.getTime(),
    }
    return judgeBilling(facts, deployment)
  },
}

const CopyJobs = v.object({ CopyJobs: v.array(v.object({ State: v.string(), SourceBackupVaultArn: v.string() })) })

const copies: Check = {
  name: 'backup copies',
  rights: ['backup:ListCopyJobs'],
  async run(deployment) {
    const part = deployment.outputs.VaultPart
    const after = Math.floor(since(deployment) / 1000)
    const path = `/copy-jobs/?createdAfter=${after}&maxResults=1000`
    const { CopyJobs: jobs } = await awsGet('backup', path, CopyJobs, deployment.signal)
    const own = jobs.filter(({ SourceBackupVaultArn }) => SourceBackupVaultArn.endsWith(`:messaging-backups-${part}`))
    return judgeCopies(
      own.map(({ State }) => State),
      part !== undefined,
    )
  },
}

const notifications: Check = {
  name: 'alarm mails',
  rights: ['cloudwatch:DescribeAlarmHistory', 'cloudwatch:GetMetricData'],
  async run(deployment) {
    const topics = ['AlarmTopicArn', 'TicketTopicArn'].map((name) => outputOf(deployment, name).split(':').at(-1) ?? '')
    const metrics = ['NumberOfNotificationsDelivered', 'NumberOfNotificationsFailed'].flatMap((MetricName) =>
      topics.map((Value) => ({ Namespace: 'AWS/SNS', MetricName, Dimensions: [{ Name: 'TopicName', Value }] })),
    )
    const [{ sent, failures }, [pages = 0, tickets = 0, lostPages = 0, lostTickets = 0]] = await Promise.all([
      alarmNotifications(since(deployment)),
      sumsOf(metrics, since(deployment), deployment.now),
    ])
    return judgeNotifications(
      { sent, failures, delivered: pages + tickets, undelivered: lostPages + lostTickets },
      deployment,
    )
  },
}

const smoke: Check = {
  name: 'smoke test',
  rights: ['dynamodb:DescribeTable'],
  async run(deployment) {
    const { TableSizeBytes = 0 } = await describeTable(deployment)
    return judgeSmoke(TableSizeBytes, deployment)
  },
}

/** What only an account of AWS can show, by the evidence of the last days. */
export const LIVE_CHECKS: readonly Check[] = [loops, limits, disabling, billing, copies, notifications, smoke]
