import { METRICS } from '@messaging/contract/metrics.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { embeddedMetrics } from './metrics.ts'

const AT = 1_795_167_600_000

/** CloudWatch's rules: at most 30 dimensions, strings at the root; metrics are numbers at the root. */
const EmbeddedMetrics = v.looseObject({
  _aws: v.strictObject({
    Timestamp: v.pipe(v.number(), v.integer()),
    CloudWatchMetrics: v.array(
      v.strictObject({
        Namespace: v.string(),
        Dimensions: v.array(v.pipe(v.array(v.string()), v.maxLength(30))),
        Metrics: v.array(v.strictObject({ Name: v.string() })),
      }),
    ),
  }),
})

describe('embedded metrics', () => {
  test('refer to numbers and dimensions at the root of the line', () => {
    const facts = { deliveryId: 'd1', verdict: 'retry', cause: 'timeout' }
    const values = { DeliveriesExhausted: 1, DeliveryFailures: 1, AttemptDuration: 85, Replays: 1 }
    const line: Record<string, unknown> = { ...facts, ...embeddedMetrics(values, facts, 'prod', AT) }
    const { CloudWatchMetrics, Timestamp } = v.parse(EmbeddedMetrics, line)._aws
    expect(Timestamp).toBe(AT)
    expect(CloudWatchMetrics.map(({ Dimensions, Metrics }) => [Metrics.map(({ Name }) => Name), Dimensions])).toEqual([
      [['DeliveryFailures'], [['stage', 'cause']]],
      [['AttemptDuration'], [['stage', 'verdict']]],
      [['DeliveriesExhausted', 'Replays'], [['stage']]],
    ])
    expect(line).toMatchObject({ ...values, stage: 'prod' })
    for (const { Dimensions, Metrics } of CloudWatchMetrics) {
      for (const name of Dimensions.flat()) expect(typeof line[name]).toBe('string')
      for (const { Name } of Metrics) expect(typeof line[Name]).toBe('number')
    }
  })

  test('are omitted if their dimension is missing or has an unlisted value', () => {
    expect(embeddedMetrics({ DeliveryFailures: 1 }, { cause: null }, 'prod', AT)).toEqual({})
    expect(embeddedMetrics({ DeliveryFailures: 1 }, {}, 'prod', AT)).toEqual({})
    expect(embeddedMetrics({ DeliveryFailures: 1 }, { cause: 'w1' }, 'prod', AT)).toEqual({})
  })

  test('add nothing to a line without metrics', () => {
    expect(embeddedMetrics({}, { deliveryId: 'd1' }, 'prod', AT)).toEqual({})
  })

  test('number at most 33, and are never split by an id', () => {
    const kinds = Object.entries(METRICS)
    expect(kinds.reduce((count, [, { by }]) => count + (by?.values.length ?? 1), 0)).toBeLessThanOrEqual(33)
    for (const [name, { by }] of kinds) {
      expect(name).toMatch(/^[A-Z]/)
      expect(by?.fact ?? '').not.toMatch(/id$/i)
    }
  })
})
