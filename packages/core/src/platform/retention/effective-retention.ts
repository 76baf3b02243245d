/** How long new items are kept, in days. */
export interface Retention {
  readonly messageDays: number
  readonly deliveryDays: number
}

/** The retention that an organisation chose; undefined or null where that of the deployment applies. */
export interface OwnRetention {
  readonly messageDays?: number | null | undefined
  readonly deliveryDays?: number | null | undefined
}

/**
 * Returns an organisation's retention: its own values, but never more than those of the deployment. Deliveries are not
 * kept longer than messages, because the erasure of a customer finds them by their messages.
 */
export function effectiveRetention(own: OwnRetention, deployment: Retention): Retention {
  const messageDays = Math.min(own.messageDays ?? deployment.messageDays, deployment.messageDays)
  return {
    messageDays,
    deliveryDays: Math.min(own.deliveryDays ?? deployment.deliveryDays, deployment.deliveryDays, messageDays),
  }
}
