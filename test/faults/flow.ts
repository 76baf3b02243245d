import type { EventName } from '@replywright/contract/envelope.ts'
import type { ConversationEventItem } from '@replywright/core/conversations/conversation-event-entity.ts'
import type { Outside } from './outside.ts'
import type { Disturbance } from './plan.ts'
import type { Tenant, TenantSetting } from './tenant.ts'
import type { TestBed } from './test-bed.ts'

/** The context of one run of a flow. */
export interface World extends Outside {
  readonly testBed: TestBed
  readonly tenant: Tenant
  /** The disturbance of one of its calls. */
  readonly disturbance: Disturbance | undefined
}

/** A flow through the service as data: setup, actions, and the expected final state. */
export interface Flow {
  readonly name: string
  readonly setting: TenantSetting
  /** Functions whose calls are specific to the flow; calls of others are the same as in another flow. @default all */
  readonly disturbs?: readonly string[]
  /** Whether it empties the dead-letter queue, so that no other flow may run concurrently. */
  readonly redrives?: boolean
  /** Undisturbed actions before `act`, which are processed completely first. */
  readonly before?: (world: World) => Promise<void>
  /** The actions that are disturbed at each of their calls. */
  readonly act: (world: World) => Promise<void>
  /** The expected final state, with or without a disturbance. */
  readonly expected: (world: World) => ExpectedState
}

/** A delivery that must exist once. Webhooks are counted from 0. */
export interface ExpectedDelivery {
  readonly to: number
  readonly event: EventName
  /** Text of its message; absent for lifecycle events and statuses. */
  readonly text?: string
  /** @default 'delivered' */
  readonly status?: 'delivered' | 'failed'
  /** The cause of its failure. */
  readonly cause?: string
  /** Whether its retries are exhausted, so that it is in the dead-letter queue. */
  readonly exhausted?: boolean
  /** Whether it is a replay of another delivery. */
  readonly replay?: boolean
}

export interface ExpectedState {
  readonly deliveries: readonly ExpectedDelivery[]
  /** In any order. */
  readonly messages: readonly {
    readonly direction: 'inbound' | 'outbound'
    readonly text: string
    readonly status?: string
  }[]
  /** The conversation's own routing: a webhook, the agent, or none. @default none */
  readonly routing?: number | 'agent'
  /** The kinds of the conversation's events, in any order. @default none */
  readonly events?: readonly ConversationEventItem['kind'][]
  /** @default false */
  readonly isTakenOver?: boolean
  /** Consecutive failures by webhook. @default none */
  readonly failures?: Readonly<Record<number, number>>
  /** Webhooks that are disabled. @default none */
  readonly disabled?: readonly number[]
  /** Whether the service window has a schedule. @default true if a webhook is in the route */
  readonly scheduled?: boolean
  /** The number of messages that the provider sent to the customer. @default 0 */
  readonly sent?: number
}
