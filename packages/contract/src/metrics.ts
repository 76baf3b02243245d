import { CAUSES } from './causes.ts'
import { HEALTH_STATES } from './number-health.ts'

/** CloudWatch namespace of the service's metrics. Each metric has the dimension `stage`. */
export const METRIC_NAMESPACE = 'Messaging'

export interface Metric {
  /** An additional dimension: the field of the log line and its possible values. Each value is billed as one metric. */
  readonly by?: { readonly fact: string; readonly values: readonly string[] }
}

const CATALOGUE = {
  MessagesTaken: {},
  MessagesParked: {},
  /** Signed requests of the provider that no app secret verifies. */
  ProviderRejected: {},
  /** Deliveries of the canary that returned. */
  CanaryReceived: {},
  Repeats: { by: { fact: 'source', values: ['client', 'provider'] } },
  DeliveryFailures: { by: { fact: 'cause', values: CAUSES } },
  /** One sample per attempt. */
  AttemptDuration: { by: { fact: 'verdict', values: ['delivered', 'failed', 'retry'] } },
  /** Has the same dimension as `AttemptDuration`, so that one log line declares it once for both. */
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
  /** Notices of the provider about a number or its account, by the number's state after them. */
  NumberNotices: { by: { fact: 'state', values: HEALTH_STATES } },
  ProviderErrors: {},
  TimeToAnswered: {},
  TurnsGivenUp: {},
  /** Secrets that KMS did not encrypt or decrypt. */
  KeyErrors: {},
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof CATALOGUE

/** All metrics that the functions write: counts, and durations in milliseconds. docs/metrics.md explains them. */
export const METRICS: Readonly<Record<MetricName, Metric>> = CATALOGUE

/**
 * Metrics that CloudWatch derives from log lines with a filter, in the namespace `Messaging/<stage>`: their lines are all in one log
 * group, and need no bytes for them.
 */
export const FILTERED_METRICS = ['ApiThrottled', 'IngressRefused', 'MailsRefused', 'TimeToDeliveredAtOnce'] as const
export type FilteredMetricName = (typeof FILTERED_METRICS)[number]
