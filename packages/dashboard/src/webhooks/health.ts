import type { DeliveryHour } from '@replywright/contract/webhooks.ts'

function lastHoursText(delivered: number, failed: number, pending: number): string {
  return `Last 24 hours: ${delivered} delivered, ${failed} failed${pending ? `, ${pending} pending` : ''}`
}

/** Returns a text summary of the hourly chart. */
export function hoursText(hours: readonly DeliveryHour[]): string {
  const sum = (key: 'delivered' | 'failed' | 'pending') => hours.reduce((total, hour) => total + hour[key], 0)
  return lastHoursText(sum('delivered'), sum('failed'), sum('pending'))
}
