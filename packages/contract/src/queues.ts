import * as v from 'valibot'

/**
 * Body of a message in `deliveries` and `slow-deliveries`: the delivery to send. `shard` is absent for the first shard of the webhook's log. With
 * `search`, the delivery failed, and the log is searched for a success before its webhook is disabled.
 */
export const DeliveryReference = v.object({
  organizationId: v.string(),
  webhookId: v.string(),
  deliveryId: v.string(),
  shard: v.optional(v.string()),
  search: v.optional(v.object({ from: v.string(), since: v.number(), searches: v.number() })),
})
export type DeliveryReference = v.InferOutput<typeof DeliveryReference>

/**
 * Requests a window update: `arm` from a customer's message or a routing change, `check` from a schedule. A webhook is
 * in the route since `since`: in the window of an earlier message, events that were due before are not
 * sent.
 */
export const WindowMessage = v.object({
  kind: v.picklist(['arm', 'check']),
  organizationId: v.string(),
  conversationId: v.string(),
  since: v.optional(v.number()),
})
export type WindowMessage = v.InferOutput<typeof WindowMessage>

/** Requests a window update of a number's conversations: a page of them, from `cursor`. `since` as in `WindowMessage`. */
export const NumberWindowsMessage = v.object({
  kind: v.literal('arm-number'),
  organizationId: v.string(),
  phoneNumberId: v.string(),
  since: v.number(),
  cursor: v.optional(v.string()),
})
export type NumberWindowsMessage = v.InferOutput<typeof NumberWindowsMessage>

/** Requests the start of the held turns of a number, or their schedule while the number is restricted until a time. */
export const HeldTurnsMessage = v.object({
  kind: v.literal('held'),
  organizationId: v.string(),
  phoneNumberId: v.string(),
})
export type HeldTurnsMessage = v.InferOutput<typeof HeldTurnsMessage>

const wakeUp = { organizationId: v.string(), conversationId: v.string(), wakeUpId: v.string() }

/** Requests that a wake-up is fired, or scheduled if not due. `turns` spells the kind `wakeUp` (`WakeUpTurn`). */
export const WakeUpCheck = v.object({ kind: v.literal('wake-up'), ...wakeUp })
export type WakeUpCheck = v.InferOutput<typeof WakeUpCheck>

/** Requests a check whether a customer still waits for a reply since the place `waitingAt` in the list of those who wait. */
export const WaitCheck = v.object({
  kind: v.literal('wait'),
  organizationId: v.string(),
  conversationId: v.string(),
  waitingAt: v.string(),
})
export type WaitCheck = v.InferOutput<typeof WaitCheck>

/** Requests that what belongs to a customer, or to a conversation, that was merged into another one is moved there. */
export const MergeMessage = v.object({ kind: v.literal('merged'), organizationId: v.string(), id: v.string() })
export type MergeMessage = v.InferOutput<typeof MergeMessage>

/** Requests that what a merge by hand moved returns to a customer, because the merge was undone. */
export const UndoMessage = v.object({ kind: v.literal('merge-undone'), organizationId: v.string(), id: v.string() })
export type UndoMessage = v.InferOutput<typeof UndoMessage>

const session = { organizationId: v.string(), conversationId: v.string(), id: v.string() }

/** Requests a check whether a session of an agent has ended. */
export const SessionCheck = v.object({ kind: v.literal('session'), ...session })
export type SessionCheck = v.InferOutput<typeof SessionCheck>

/** Requests that an exam is started, or scheduled if not due. */
export const ExamCheck = v.object({
  kind: v.literal('exam'),
  organizationId: v.string(),
  agentId: v.string(),
  at: v.number(),
})
export type ExamCheck = v.InferOutput<typeof ExamCheck>

/** Requests the report of a session that has ended. */
export const SessionReport = v.object({ kind: v.literal('session'), ...session })
export type SessionReport = v.InferOutput<typeof SessionReport>

/** Body of a message in `replays`: one step of a bulk replay, starting at 0. */
export const StepReference = v.object({
  organizationId: v.string(),
  webhookId: v.string(),
  replayId: v.string(),
  step: v.number(),
})
export type StepReference = v.InferOutput<typeof StepReference>

/** Of a turn that is started again: the queue drops a message whose body it got in the last five minutes. */
const again = v.optional(v.string())

/** Requests a reply of the agent to a customer's message. */
export const TurnMessage = v.object({
  kind: v.literal('turn'),
  organizationId: v.string(),
  conversationId: v.string(),
  messageId: v.string(),
  again,
})
export type TurnMessage = v.InferOutput<typeof TurnMessage>

/** Requests an agent's message after a wake-up. Stored messages have this kind, so it cannot be renamed. */
export const WakeUpTurn = v.object({ kind: v.literal('wakeUp'), ...wakeUp, again })
export type WakeUpTurn = v.InferOutput<typeof WakeUpTurn>

/** Body of a message in `documents`: the document to process. `arrivesUntil` is that of the document's item. */
export const DocumentMessage = v.object({
  organizationId: v.string(),
  agentId: v.string(),
  documentId: v.string(),
  arrivesUntil: v.number(),
})
export type DocumentMessage = v.InferOutput<typeof DocumentMessage>

/** Requests that a website of an agent is read. `key` is that of its item. */
export const WebsiteMessage = v.object({
  kind: v.literal('website'),
  organizationId: v.string(),
  agentId: v.string(),
  websiteId: v.string(),
  key: v.string(),
})
export type WebsiteMessage = v.InferOutput<typeof WebsiteMessage>

/** Requests that a document, or a page of a website, is embedded with the model of the deployment. */
export const EmbedMessage = v.object({
  kind: v.literal('embed'),
  organizationId: v.string(),
  agentId: v.string(),
  documentId: v.string(),
  websiteId: v.optional(v.string()),
})
export type EmbedMessage = v.InferOutput<typeof EmbedMessage>

/** Requests that the websites whose hour has come are read. A schedule sends it each hour. */
export const DueWebsites = v.object({ kind: v.literal('due-websites') })

/**
 * Body of a message in `proofs`: the part of the proof to play. Without `part`, its conversations are chosen. With `exam`, the proof is the
 * exam of this time, which is started.
 */
export const ProofMessage = v.object({
  organizationId: v.string(),
  agentId: v.string(),
  proofId: v.string(),
  part: v.optional(v.number()),
  exam: v.optional(v.number()),
})
export type ProofMessage = v.InferOutput<typeof ProofMessage>

/** Work queues to which the relay sends what items name in `out.q`. */
export const RELAYED_QUEUE_NAMES = ['deliveries', 'windows', 'replays', 'turns', 'documents', 'proofs'] as const
export type RelayedQueueName = (typeof RELAYED_QUEUE_NAMES)[number]

/** Work queues. `out.q`, the relay, alarms, stack outputs and operators use these names: they cannot change. */
export const QUEUE_NAMES = [...RELAYED_QUEUE_NAMES, 'slow-deliveries'] as const
export type QueueName = (typeof QUEUE_NAMES)[number]

/** The schema of the message bodies of each work queue. */
export const QUEUE_BODIES = {
  /** Attempts of webhook deliveries. */
  deliveries: DeliveryReference,
  /** Attempts of deliveries to slow endpoints, which the worker of `deliveries` sends. They use executions of their own. */
  'slow-deliveries': DeliveryReference,
  /** Scheduled work: service windows, held turns of numbers, and wake-ups, sessions and exams of agents, merges, checks of waits. Schedules send to this queue only. */
  windows: v.variant('kind', [
    WindowMessage,
    NumberWindowsMessage,
    HeldTurnsMessage,
    WakeUpCheck,
    SessionCheck,
    ExamCheck,
    MergeMessage,
    UndoMessage,
    WaitCheck,
  ]),
  /** Steps of bulk replays. */
  replays: StepReference,
  /** Turns of agents, one at a time per conversation: replies to messages, and fired wake-ups. Reports of sessions. */
  turns: v.variant('kind', [TurnMessage, WakeUpTurn, SessionReport]),
  /** Files of agents' documents to process, websites to read, and texts to embed. */
  documents: v.union([WebsiteMessage, DueWebsites, EmbedMessage, DocumentMessage]),
  /** Parts of proofs of agents: one conversation each. */
  proofs: ProofMessage,
} satisfies Record<QueueName, v.GenericSchema>

export type QueueBody<Name extends QueueName> = v.InferOutput<(typeof QUEUE_BODIES)[Name]>

/** Dead-letter queues without a work queue: for what EventBridge Scheduler and the relay could not send. */
export const UNSENT_QUEUE_NAMES = ['schedules', 'relay'] as const
export type DeadLetterQueueName = QueueName | (typeof UNSENT_QUEUE_NAMES)[number]

/** Returns the name of the stack output with the URL of a work queue. */
export function queueOutput(name: QueueName): string {
  return `${capitalized(name)}QueueUrl`
}

/** Returns the name of the stack output with the URL of a dead-letter queue. */
export function deadLetterQueueOutput(name: DeadLetterQueueName): string {
  return name === 'relay' ? 'RelayDeadQueueUrl' : `${capitalized(name)}DeadLetterQueueUrl`
}

/** `slow-deliveries` → `SlowDeliveries`. */
function capitalized(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A dead-letter queue of the deployment. */
export interface NamedQueue {
  readonly name: DeadLetterQueueName
  readonly url: string
}

/** Returns the dead-letter queues that the outputs of the stacks name, in alphabetical order. */
export function deadLetterQueues(outputs: Readonly<Record<string, string>>): NamedQueue[] {
  return [...QUEUE_NAMES, ...UNSENT_QUEUE_NAMES].toSorted().flatMap((name) => {
    const url = outputs[deadLetterQueueOutput(name)]
    return url === undefined ? [] : [{ name, url }]
  })
}

/** Returns the URLs of the work queues that the outputs of the stacks name, by name. */
export function workQueueUrls(outputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    QUEUE_NAMES.flatMap((name) => {
      const url = outputs[queueOutput(name)]
      return url === undefined ? [] : [[name, url]]
    }),
  )
}
