import { CAUSES } from './causes.ts'

/** CloudWatch's namespace of the service's own metrics. Each has the dimension `stage`. */
export const METRIC_NAMESPACE = 'Messaging'

export interface Metric {
  readonly unit: 'Count' | 'Milliseconds'
  /** The fact of the log line by which it is split as well, and the values that fact may have: each costs a metric of its own. */
  readonly by?: { readonly fact: string; readonly values: readonly string[] }
}

const CATALOGUE = {
  MessagesTaken: { unit: 'Count' },
  MessagesParked: { unit: 'Count' },
  Repeats: { unit: 'Count', by: { fact: 'source', values: ['client', 'provider'] } },
  DeliveryAttempts: { unit: 'Count', by: { fact: 'verdict', values: ['delivered', 'failed', 'retry'] } },
  DeliveryFailures: { unit: 'Count', by: { fact: 'cause', values: CAUSES } },
  AttemptDuration: { unit: 'Milliseconds' },
  TimeToDelivered: { unit: 'Milliseconds' },
  DeliveriesExhausted: { unit: 'Count' },
  WebhooksDisabled: { unit: 'Count' },
  Replays: { unit: 'Count' },
  WindowEvents: {
    unit: 'Count',
    by: {
      fact: 'serviceEvent',
      values: ['subscription.service_window.closed', 'subscription.service_window.expiring'],
    },
  },
  MessagesSent: { unit: 'Count', by: { fact: 'outcome', values: ['accepted', 'refused', 'unknown'] } },
  ProviderErrors: { unit: 'Count' },
  TimeToAnswered: { unit: 'Milliseconds' },
  TurnsGivenUp: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof CATALOGUE

/** Every metric that the functions write. docs/metrics.md says what each tells an operator. */
export const METRICS: Readonly<Record<MetricName, Metric>> = CATALOGUE
