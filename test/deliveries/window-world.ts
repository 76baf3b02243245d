import { setTimeout } from 'node:timers/promises'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { type GetScheduleCommandOutput, Scheduler } from '@aws-sdk/client-scheduler'
import { SQS } from '@aws-sdk/client-sqs'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { clientOf, outputOf } from '../support/administrator.ts'

const WAIT_MILLISECONDS = 90_000
const POLL_MILLISECONDS = 200

export const ORGANIZATION = derivedId('demo organization', 'Demo')

const WindowState = v.object({
  lastInboundAt: v.optional(v.number()),
  armed: v.optional(v.number()),
  expiringFor: v.optional(v.number()),
  closedFor: v.optional(v.number()),
})
type WindowState = v.InferOutput<typeof WindowState>

/** Reads and changes service windows of the demo's conversations with the administrator's rights. */
export function windowWorld(service: () => Service) {
  const output = (name: string) => outputOf(service().cloud, name)
  const group = () => service().cloud.resource('Schedules', 'AWS::Scheduler::ScheduleGroup').physicalId
  const conversationKey = (id: string) => ({ pk: { S: `c#${ORGANIZATION}#${id}` }, sk: { S: 'conversation' } })

  async function stateOf(id: string): Promise<WindowState> {
    const { Item = {} } = await clientOf(DynamoDB, service().cloud).getItem({
      TableName: output('TableName'),
      Key: conversationKey(id),
      ConsistentRead: true,
    })
    const numbers = Object.entries(Item).flatMap(([name, { N }]) => (N === undefined ? [] : [[name, Number(N)]]))
    return v.parse(WindowState, Object.fromEntries(numbers))
  }

  const sendCheck = async (conversationId: string, kind: 'arm' | 'check' = 'check') => {
    const MessageBody = JSON.stringify({ kind, organizationId: ORGANIZATION, conversationId })
    await clientOf(SQS, service().cloud).sendMessage({ QueueUrl: output('WindowsQueueUrl'), MessageBody })
  }

  return {
    stateOf,
    /** Sends the message that a schedule sends when it fires. */
    sendCheck,
    /** Waits until a conversation's window is as expected, and returns it. */
    whenState: (id: string, isExpected: (state: WindowState) => boolean) =>
      retried(async () => {
        const state = await stateOf(id)
        if (!isExpected(state)) throw new Error(`the window is ${JSON.stringify(state)}`)
        return state
      }, WAIT_MILLISECONDS),
    /** Moves an armed window into the past. Returns its new `lastInboundAt`. */
    async age(id: string, seconds: number): Promise<number> {
      const state = await stateOf(id)
      const moved = Object.entries(state).map(([name, value]) => [name, value - seconds * 1000] as const)
      await clientOf(DynamoDB, service().cloud).updateItem({
        TableName: output('TableName'),
        Key: conversationKey(id),
        UpdateExpression: `SET ${moved.map(([name]) => `${name} = :${name}`).join(', ')}`,
        ExpressionAttributeValues: Object.fromEntries(moved.map(([name, value]) => [`:${name}`, { N: String(value) }])),
      })
      return new Map(moved).get('lastInboundAt') ?? 0
    },
    /** Sets the connection time of the demo's number to three days ago, so that older messages are accepted. */
    async connectEarlier(): Promise<void> {
      await clientOf(DynamoDB, service().cloud).updateItem({
        TableName: output('TableName'),
        Key: { pk: { S: `n#${service().ready.numbers[0]?.phoneNumberId}` }, sk: { S: 'number' } },
        ConditionExpression: 'attribute_exists(connectedAt)',
        UpdateExpression: 'SET connectedAt = connectedAt - :days',
        ExpressionAttributeValues: { ':days': { N: String(3 * 86_400_000) } },
      })
    },
    /** Returns the schedules of a conversation, the earliest first. */
    async schedulesOf(id: string): Promise<GetScheduleCommandOutput[]> {
      const scheduler = clientOf(Scheduler, service().cloud)
      const NamePrefix = `window-${derivedId('window', ORGANIZATION, id)}`
      const { Schedules = [] } = await scheduler.listSchedules({ GroupName: group(), NamePrefix })
      const found = Schedules.map(({ Name }) => scheduler.getSchedule({ GroupName: group(), Name }))
      return (await Promise.all(found)).toSorted((a, b) => String(a.Name).localeCompare(String(b.Name)))
    },
    /** Returns the window events of a conversation recorded for a webhook, sorted. */
    async eventsFor(webhookId: string, conversationId: string): Promise<string[]> {
      const { Items = [] } = await clientOf(DynamoDB, service().cloud).query({
        TableName: output('TableName'),
        KeyConditionExpression: 'pk = :webhook',
        FilterExpression: 'contains(p, :conversation) AND contains(e, :event)',
        ExpressionAttributeValues: {
          ':webhook': { S: `d#${webhookId}#0` },
          ':conversation': { S: conversationId },
          ':event': { S: 'service_window' },
        },
        ConsistentRead: true,
      })
      return Items.map(({ e }) => e?.S ?? '').toSorted()
    },
    /** Waits until the windows queue is empty. */
    whenIdle: () =>
      retried(async () => {
        const { Attributes = {} } = await clientOf(SQS, service().cloud).getQueueAttributes({
          QueueUrl: output('WindowsQueueUrl'),
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        })
        if (Object.values(Attributes).some((count) => count !== '0')) throw new Error(JSON.stringify(Attributes))
      }, WAIT_MILLISECONDS),
  }
}

/** Repeats a check until it passes. `vi.waitFor` works in tests only, and `npm run bench -- cost` measures these flows, too. */
async function retried<Result>(check: () => Promise<Result>, withinMilliseconds: number): Promise<Result> {
  const end = Date.now() + withinMilliseconds
  for (;;)
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
      await setTimeout(POLL_MILLISECONDS)
    }
}
