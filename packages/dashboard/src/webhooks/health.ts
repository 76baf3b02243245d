import type { DeliveryHour, WebhookHealth } from '@messaging/contract/webhooks.ts'

function lastHoursText(delivered: number, failed: number, pending: number): string {
  return `Last 24 hours: ${delivered} delivered, ${failed} failed${pending ? `, ${pending} pending` : ''}`
}

/** Returns the success rate as a percentage, or a dash if no delivery has finished. */
export function successRateText({ successRate }: Pick<WebhookHealth, 'successRate'>): string {
  if (successRate === null) return '–'
  const percent = successRate * 100
  // Rounding must not hide failures.
  return `${String(percent === 100 ? 100 : Math.min(99.9, Number(percent.toFixed(1))))}%`
}

/** Returns a text summary of the hourly chart. */
export function hoursText(hours: readonly DeliveryHour[]): string {
  const sum = (key: 'delivered' | 'failed' | 'pending') => hours.reduce((total, hour) => total + hour[key], 0)
  return lastHoursText(sum('delivered'), sum('failed'), sum('pending'))
}
