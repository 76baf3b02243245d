import { CAUSES } from './causes.ts'

/** CloudWatch's namespace of the service's own metrics. Each has the dimension `stage`. */
export const METRIC_NAMESPACE = 'Messaging'

export interface Metric {
  /** The fact of the log line by which it is split as well, and the values that fact may have: each costs a metric of its own. */
  readonly by?: { readonly fact: string; readonly values: readonly string[] }
}

const CATALOGUE = {
  MessagesTaken: {},
  MessagesParked: {},
  Repeats: { by: { fact: 'source', values: ['client', 'provider'] } },
  DeliveryFailures: { by: { fact: 'cause', values: CAUSES } },
  /** Its samples are the attempts. */
  AttemptDuration: { by: { fact: 'verdict', values: ['delivered', 'failed', 'retry'] } },
  /** Split as `AttemptDuration` is, so that a line names their dimensions once. */
  TimeToDelivered: { by: { fact: 'verdict', values: ['delivered'] } },
  DeliveriesExhausted: {},
  WebhooksDisabled: {},
  Replays: {},
  WindowEvents: {
    by: {
      fact: 'serviceEvent',
      values: ['subscription.service_window.closed', 'subscription.service_window.expiring'],
    },
  },
  MessagesSent: { by: { fact: 'outcome', values: ['accepted', 'refused', 'unknown'] } },
  ProviderErrors: {},
  TimeToAnswered: {},
  TurnsGivenUp: {},
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof CATALOGUE

/** Every metric that the functions write: counts, and durations in milliseconds. docs/metrics.md says what each tells an operator. */
export const METRICS: Readonly<Record<MetricName, Metric>> = CATALOGUE
