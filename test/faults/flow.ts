import type { EventName } from '@messaging/contract/envelope.ts'
import type { Ground } from './ground.ts'
import type { Outside } from './outside.ts'
import type { Disturbance } from './plan.ts'
import type { Tenant, TenantSetting } from './tenant.ts'

/** What a flow happens in. */
export interface World extends Outside {
  readonly ground: Ground
  readonly tenant: Tenant
  /** What is done to one of its calls. */
  readonly disturbance: Disturbance | undefined
}

/** A way through the service as data: what is there, what happens outside, and what must be true in the end. */
export interface Flow {
  readonly name: string
  readonly setting: TenantSetting
  /** Functions whose calls are its own; those of others are the same as in another flow. @default all */
  readonly disturbs?: readonly string[]
  /** Whether it empties the dead-letter queue, so that no other flow may go on beside it. */
  readonly redrives?: boolean
  /** What happens before, undisturbed and with all that follows from it. */
  readonly before?: (world: World) => Promise<void>
  /** What is disturbed, at each of its calls. */
  readonly act: (world: World) => Promise<void>
  /** How everything is in the end, whatever happened on the way. */
  readonly settled: (world: World) => Settled
}

/** A delivery that there must be, once. Webhooks are counted from 0. */
export interface SettledDelivery {
  readonly to: number
  readonly event: EventName
  /** Text of the message it is about; none for lifecycle events. */
  readonly text?: string
  /** @default 'delivered' */
  readonly status?: 'delivered' | 'failed'
  /** Why it failed. */
  readonly cause?: string
  /** Whether its retries were used up, so that it is in the dead-letter queue. */
  readonly exhausted?: boolean
  /** Whether it is the replay of another. */
  readonly replay?: boolean
}

export interface Settled {
  readonly deliveries: readonly SettledDelivery[]
  /** In any order. */
  readonly messages: readonly {
    readonly direction: 'inbound' | 'outbound'
    readonly text: string
    readonly status?: string
  }[]
  /** The conversation's own routing: a webhook, the agent, or none. @default none */
  readonly routing?: number | 'agent'
  /** Failures in a row that are counted, by webhook. @default none */
  readonly failures?: Readonly<Record<number, number>>
  /** Webhooks that are disabled. @default none */
  readonly disabled?: readonly number[]
  /** Whether the service window is scheduled to be looked at again. @default when the customer wrote */
  readonly scheduled?: boolean
  /** How many messages the provider was told to send to the customer. @default 0 */
  readonly sent?: number
}
