import { RELAYED_QUEUE_NAMES } from '@replywright/contract/queues.ts'
import { expect, expectTypeOf, test } from 'vitest'
import { outAttribute, outTo } from './out.ts'

const step = { organizationId: 'o', webhookId: 'w', replayId: 'r', step: 3 }

test('stores queue, group and body, and delay and request only if given', () => {
  const b = JSON.stringify(step)
  expect(outTo('replays', 'o', step)).toEqual({ q: 'replays', g: 'o', b })
  expect(Object.keys(outTo('replays', 'o', step, { delaySeconds: 0, requestId: undefined }))).toEqual(['q', 'g', 'b'])
  expect(outTo('replays', 'o', step, { delaySeconds: 1, requestId: 'x' })).toEqual({
    q: 'replays',
    g: 'o',
    b,
    d: 1,
    r: 'x',
  })
})

test('accepts only existing queues, with bodies of their schemas', () => {
  expect(outAttribute.properties.q.type).toBe(RELAYED_QUEUE_NAMES)
  expectTypeOf(outTo<'replays'>)
    .parameter(2)
    .toEqualTypeOf(step)
  expectTypeOf<string>().not.toExtend<Parameters<typeof outTo>[0]>()
})
