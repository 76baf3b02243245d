import type { DisturbableCall } from '@replywright/cloud/faults'
import * as v from 'valibot'
import { heldMessages } from './held-messages.ts'
import type { Tenant } from './tenant.ts'

/** The common properties of calls of one kind. */
export type CallKind = Pick<DisturbableCall, 'by' | 'function' | 'service' | 'action'>

/** The number of calls of one kind, and of the tenant's messages in them. */
export interface Count {
  readonly calls: number
  readonly messages: number
  /** The calls whose request had been made before. */
  readonly repeats: number
}

const Sent = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ Entries: v.array(v.looseObject({ MessageBody: v.optional(v.string(), '') })) }),
)

/** Counts the calls for one tenant. */
export class Tally {
  readonly #requests = new Set<string>()
  readonly #kinds = new Map<string, { readonly kind: CallKind; readonly count: Count }>()

  add(call: DisturbableCall, { marks }: Pick<Tenant, 'marks'>): void {
    const { by, function: fn, service, action } = call
    const { calls, messages, repeats } = this.of(call)
    const own = bodiesOf(call).filter((body) => marks.some((mark) => body.includes(mark)))
    const request = `${keyOf(call)} ${call.request}`
    const isRepeat = this.#requests.has(request)
    this.#requests.add(request)
    const count = { calls: calls + 1, messages: messages + own.length, repeats: repeats + Number(isRepeat) }
    this.#kinds.set(keyOf(call), { kind: { by, function: fn, service, action }, count })
  }

  of(kind: CallKind): Count {
    return this.#kinds.get(keyOf(kind))?.count ?? { calls: 0, messages: 0, repeats: 0 }
  }

  /** Returns the number of messages that a function has received from its queue. */
  received(isFunction: (physicalName: string) => boolean): number {
    return [...this.#kinds.values()]
      .filter(
        ({ kind }) => kind.by === 'mapping' && kind.action === 'ReceiveMessage' && isFunction(kind.function ?? ''),
      )
      .reduce((sum, { count }) => sum + count.messages, 0)
  }
}

function keyOf({ by, function: fn, service, action }: CallKind): string {
  return JSON.stringify([by, fn, service, action])
}

/** Returns the bodies of the messages that a call sends, or that a mapping received. */
export function bodiesOf({
  by,
  action,
  request,
}: Pick<DisturbableCall, 'by' | 'action' | 'request'>): readonly string[] {
  if (by === 'mapping') return heldMessages(request).map(({ body }) => body)
  if (action !== 'SendMessageBatch') return []
  const sent = v.safeParse(Sent, request.slice(request.indexOf(' ')))
  return sent.success ? sent.output.Entries.map(({ MessageBody }) => MessageBody) : []
}
