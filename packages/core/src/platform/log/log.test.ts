import { METRICS } from '@replywright/contract/metrics.ts'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addFacts, currentRequestId, embeddedMetrics, log, logBriefly, logError, withFacts } from './log.ts'

vi.stubEnv('LOG_LEVEL', 'info')

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => written.mockClear())
afterAll(() => {
  written.mockRestore()
  vi.unstubAllEnvs()
})

const lines = () => written.mock.calls.map(([text]) => JSON.parse(String(text)))

describe('a log line', () => {
  test('is one line of JSON with the facts at the root', () => {
    log('message.taken', { messageId: 'm1', deliveries: 2, waIdEnd: undefined })
    expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^[^\n]+\n$/))
    expect(lines()).toEqual([{ timestamp: expect.any(String), event: 'message.taken', messageId: 'm1', deliveries: 2 }])
  })

  test('of an error has what may be logged of it', () => {
    logError('delivery.failed', new TypeError('no'), { deliveryId: 'd1' })
    logError('delivery.failed', 'no')
    const error = { name: 'TypeError', stack: expect.any(String) }
    expect(lines()).toEqual([
      { timestamp: expect.any(String), level: 'ERROR', event: 'delivery.failed', deliveryId: 'd1', error },
      { timestamp: expect.any(String), level: 'ERROR', event: 'delivery.failed', error: { name: 'NotAnError' } },
    ])
  })

  test('with metrics uses facts of the current work as dimensions', () => {
    withFacts({ verdict: 'retry' }, () => log('delivery.attempted', {}, { AttemptDuration: 85 }))
    expect(lines()).toMatchObject([{ stage: 'local', verdict: 'retry', AttemptDuration: 85, _aws: {} }])
  })

  test('that is brief omits the facts of the current work', () => {
    withFacts({ invocationId: 'i1', webhookId: 'w1' }, () =>
      logBriefly('message.taken', { messageId: 'm1' }, { MessagesTaken: 1 }),
    )
    expect(lines()).toEqual([
      {
        timestamp: expect.any(String),
        event: 'message.taken',
        messageId: 'm1',
        stage: 'local',
        MessagesTaken: 1,
        _aws: expect.any(Object),
      },
    ])
  })
})

describe('the current work', () => {
  test('adds facts to its own lines only, also with concurrent work', async () => {
    const work = (requestId: string, messageId: string) =>
      withFacts({ requestId }, async () => {
        await null
        addFacts({ messageId })
        await null
        log('delivery.kept', {})
        return currentRequestId()
      })
    expect(await withFacts({ webhookId: 'w1' }, () => Promise.all([work('r1', 'm1'), work('r2', 'm2')]))).toEqual([
      'r1',
      'r2',
    ])
    log('delivery.kept', {})
    expect(lines().map(({ webhookId, requestId, messageId }) => [webhookId, requestId, messageId])).toEqual([
      ['w1', 'r1', 'm1'],
      ['w1', 'r2', 'm2'],
      [undefined, undefined, undefined],
    ])
  })

  test('adds the invocation id to error lines only', () => {
    withFacts({ invocationId: 'i1' }, () => {
      log('delivery.kept', {})
      logError('delivery.failed', 'no')
    })
    expect(lines().map(({ invocationId }) => invocationId)).toEqual([undefined, 'i1'])
  })

  test('does not override the facts of a line', () => {
    withFacts({ webhookId: 'w1' }, () => log('conversation.routed', { webhookId: 'w2' }))
    expect(lines()).toMatchObject([{ webhookId: 'w2' }])
    expect(currentRequestId()).toBeUndefined()
  })
})

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

  test('number at most 38, and are never split by an id', () => {
    const kinds = Object.entries(METRICS)
    expect(kinds.reduce((count, [, { by }]) => count + (by?.values.length ?? 1), 0)).toBeLessThanOrEqual(38)
    for (const [name, { by }] of kinds) {
      expect(name).toMatch(/^[A-Z]/)
      expect(by?.fact ?? '').not.toMatch(/id$/i)
    }
  })
})
