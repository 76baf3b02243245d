import type { DisturbableCall } from '@messaging/cloud/faults/faults.ts'
import { heldMessages } from './lost-messages.ts'
import type { Tenant } from './tenant.ts'

/** Tells for whom a call is made, of all tenants whose runs are under way. */
export class Owners {
  readonly #byMark = new Map<string, Tenant>()
  /** Finds every mark in one pass over a text: looking for one after the other takes ten times as long. */
  #pattern: RegExp | undefined
  /** Each call is asked about once for every plan. */
  readonly #known = new WeakMap<DisturbableCall, readonly Tenant[]>()

  add(tenant: Tenant): void {
    for (const mark of tenant.marks) this.#byMark.set(mark, tenant)
    this.#pattern = undefined
  }

  /**
   * Those whose marks the call says; when it says nobody's, the one whose message it is about. Nobody for what is shared,
   * such as reading settings of the deployment.
   */
  of(call: DisturbableCall): readonly Tenant[] {
    const known = this.#known.get(call)
    if (known) return known
    const { request, event = '' } = call
    const named = this.#namedIn(request)
    const owners = named.length > 0 ? named : this.#namedIn(bodyOfHeld(request, event))
    this.#known.set(call, owners)
    return owners
  }

  #namedIn(text: string): Tenant[] {
    if (this.#byMark.size === 0) return []
    this.#pattern ??= new RegExp(Array.from(this.#byMark.keys(), literal).join('|'), 'g')
    return [...new Set(text.match(this.#pattern)?.flatMap((mark) => this.#byMark.get(mark) ?? []))]
  }
}

/** The source of an expression that matches just this text. */
function literal(text: string): string {
  return text.replaceAll(/[^\w-]/g, '\\$&')
}

/** The body of the message that a request speaks of by its receipt handle. */
function bodyOfHeld(request: string, event: string): string {
  return heldMessages(event).find(({ receiptHandle }) => request.includes(receiptHandle))?.body ?? ''
}
