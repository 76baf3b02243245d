/** A tenant with fewer messages in flight is not noisy by their number. */
const NOISY_IN_FLIGHT = 30

/** A tenant with a larger share of the messages in flight, or of the processing time, is noisy. */
const NOISY_SHARE = 0.1

/** A tenant without a message for this long is quiet. */
const QUIET_AFTER_MILLISECONDS = 5 * 60_000

/** How fast processing time is forgotten. AWS documents only "recent". */
const HALF_LIFE_MILLISECONDS = 60_000

interface Tenant {
  inFlight: number
  /** Sum of the receive times of its messages in flight. */
  receivedAt: number
  lastSentAt: number
  processed: number
}

/**
 * Measures the use of a standard queue's consumers by message group, with the rules of SQS fair queues. A message
 * without a group is a separate, always quiet tenant that counts in the totals.
 */
export class TenantShares {
  readonly #now: () => number
  readonly #tenants = new Map<string, Tenant>()
  readonly #all: Tenant
  #forgottenAt: number

  constructor(now: () => number) {
    this.#now = now
    this.#forgottenAt = now()
    this.#all = newTenant(now())
  }

  /** Returns whether a group is known and has no messages in flight. */
  isIdle(group: string): boolean {
    return this.#tenants.get(group)?.inFlight === 0
  }

  inFlight(group: string): number {
    return this.#tenants.get(group)?.inFlight ?? 0
  }

  /** Records a sent message. `first` means that its group has no other message, which resets the group. */
  sent(group: string, first: boolean): void {
    if (first) this.#tenants.delete(group)
    this.#tenant(group).lastSentAt = this.#now()
  }

  received(group: string | undefined): void {
    for (const tenant of this.#concerned(group)) {
      tenant.inFlight += 1
      tenant.receivedAt += this.#now()
    }
  }

  /** Records that a message, received at `receivedAt`, was deleted or became visible again. */
  ended(group: string | undefined, receivedAt: number): void {
    this.#forget()
    for (const tenant of this.#concerned(group)) {
      tenant.inFlight -= 1
      tenant.receivedAt -= receivedAt
      tenant.processed += this.#now() - receivedAt
    }
  }

  isNoisy(group: string): boolean {
    const tenant = this.#tenants.get(group)
    if (!tenant || this.#now() - tenant.lastSentAt >= QUIET_AFTER_MILLISECONDS) return false
    this.#forget()
    const exceedsByNumber = tenant.inFlight >= NOISY_IN_FLIGHT && tenant.inFlight > this.#all.inFlight * NOISY_SHARE
    return exceedsByNumber || this.#processingTime(tenant) > this.#processingTime(this.#all) * NOISY_SHARE
  }

  #processingTime({ processed, inFlight, receivedAt }: Tenant): number {
    return processed + inFlight * this.#now() - receivedAt
  }

  #concerned(group: string | undefined): readonly Tenant[] {
    return group === undefined ? [this.#all] : [this.#all, this.#tenant(group)]
  }

  #tenant(group: string): Tenant {
    const known = this.#tenants.get(group)
    if (known) return known
    const tenant = newTenant(this.#now())
    this.#tenants.set(group, tenant)
    return tenant
  }

  #forget(): void {
    const now = this.#now()
    const remaining = 0.5 ** ((now - this.#forgottenAt) / HALF_LIFE_MILLISECONDS)
    // Otherwise each call would iterate over all tenants.
    if (remaining > 0.99) return
    this.#forgottenAt = now
    for (const tenant of [this.#all, ...this.#tenants.values()]) tenant.processed *= remaining
    for (const [group, { inFlight, processed }] of this.#tenants) {
      if (inFlight === 0 && processed < 1) this.#tenants.delete(group)
    }
  }
}

function newTenant(lastSentAt: number): Tenant {
  return { inFlight: 0, receivedAt: 0, lastSentAt, processed: 0 }
}
