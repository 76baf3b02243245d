import { expect, test } from 'vitest'
import { sendInOrder } from './send-in-order.ts'

const file = (name: string, kind: 'image' | 'audio' | null) => ({ name, kind, abort: new AbortController() })

test('a file that is removed while another one is sent is not sent, and the next one has the caption', async () => {
  const [voice, removed, last] = [file('voice', 'audio'), file('removed', 'image'), file('last', 'image')]
  const sent: unknown[] = []
  const result = await sendInOrder([voice, removed, last], 'Hello', 'm1', async ({ name }, caption, replyTo) => {
    if (name === 'voice') removed.abort.abort()
    sent.push([name, caption, replyTo])
    return true
  })
  expect(sent).toEqual([
    ['voice', '', 'm1'],
    ['last', 'Hello', undefined],
  ])
  expect(result).toEqual({ all: true, captioned: true })
})

test('a file that cannot be sent, or fails, stays, and its caption and reply are those of the next one', async () => {
  const sent: unknown[] = []
  const files = [file('refused', null), file('failed', 'image'), file('last', 'image')]
  const result = await sendInOrder(files, 'Hello', 'm1', async ({ name }, caption, replyTo) => {
    sent.push([name, caption, replyTo])
    return name !== 'failed'
  })
  expect(sent).toEqual([
    ['failed', 'Hello', 'm1'],
    ['last', 'Hello', 'm1'],
  ])
  expect(result).toEqual({ all: false, captioned: true })
})
