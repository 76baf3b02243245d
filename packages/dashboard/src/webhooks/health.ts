import type { DeliveryHour, WebhookHealth } from '@messaging/contract/dashboard/webhooks.ts'

/** The share of deliveries that succeeded, as a percentage; a dash when none is decided. */
export function successRateText({ successRate }: Pick<WebhookHealth, 'successRate'>): string {
  if (successRate === null) return '–'
  const percent = successRate * 100
  // Rounding must not hide that something failed.
  return `${percent === 100 ? 100 : Math.min(99.9, Number(percent.toFixed(1)))} %`
}

/** What a chart of hours shows, in words. */
export function hoursText(hours: readonly DeliveryHour[]): string {
  const sum = (key: 'delivered' | 'failed' | 'pending') => hours.reduce((total, hour) => total + hour[key], 0)
  const pending = sum('pending')
  return `Last 24 hours: ${sum('delivered')} delivered, ${sum('failed')} failed${pending ? `, ${pending} pending` : ''}`
}
