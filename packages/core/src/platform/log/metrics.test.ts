import { METRICS } from '@messaging/contract/metrics.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { embeddedMetrics } from './metrics.ts'

const AT = 1_795_167_600_000

/** What CloudWatch asks of a line: at most 30 dimensions, each a text of the root; each metric a number of the root. */
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

describe('metrics of a line', () => {
  test('name numbers of its root, split by texts of its root', () => {
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

  test('are left out where the fact that splits them is missing, or has a value of its own invention', () => {
    expect(embeddedMetrics({ DeliveryFailures: 1 }, { cause: null }, 'prod', AT)).toEqual({})
    expect(embeddedMetrics({ DeliveryFailures: 1 }, {}, 'prod', AT)).toEqual({})
    expect(embeddedMetrics({ DeliveryFailures: 1 }, { cause: 'w1' }, 'prod', AT)).toEqual({})
  })

  test('are no members at all where nothing is counted', () => {
    expect(embeddedMetrics({}, { deliveryId: 'd1' }, 'prod', AT)).toEqual({})
  })

  test('are at most 32 in all, never split by an id, and never hide a fact of a line', () => {
    const kinds = Object.entries(METRICS)
    expect(kinds.reduce((count, [, { by }]) => count + (by?.values.length ?? 1), 0)).toBeLessThanOrEqual(32)
    for (const [name, { by }] of kinds) {
      expect(name).toMatch(/^[A-Z]/)
      expect(by?.fact ?? '').not.toMatch(/id$/i)
    }
  })
})
