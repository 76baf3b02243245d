import type { DisturbableCall } from '@messaging/cloud/faults/faults.ts'
import { heldMessages } from './lost-messages.ts'
import type { Tenant } from './tenant.ts'

/** Tells for whom a call is made, of all tenants whose runs are under way. */
export class Owners {
  readonly #tenants = new Set<Tenant>()
  /** Each call is asked about once for every plan. */
  readonly #known = new WeakMap<DisturbableCall, readonly Tenant[]>()

  add(tenant: Tenant): void {
    this.#tenants.add(tenant)
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
    return [...this.#tenants].filter(({ marks }) => marks.some((mark) => text.includes(mark)))
  }
}

/** The body of the message that a request speaks of by its receipt handle. */
function bodyOfHeld(request: string, event: string): string {
  return heldMessages(event).find(({ receiptHandle }) => request.includes(receiptHandle))?.body ?? ''
}
