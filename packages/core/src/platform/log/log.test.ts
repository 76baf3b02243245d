import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { log, logBriefly, logError } from './log.ts'
import { addFacts, currentRequestId, withFacts } from './log-context.ts'

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
