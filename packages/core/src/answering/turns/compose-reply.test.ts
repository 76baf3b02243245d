import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { providerCapabilities } from '../../channel/provider/capabilities.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { greeting, splitText } from './choices.ts'
import { composeReply, storedParts } from './compose-reply.ts'

const NOW = 1_795_167_600_000
const context = {
  organizationId: 'o',
  conversationId: 'c',
  turnId: 't',
  covers: [],
  capabilities: { buttons: null, longestText: 4096 },
  now: NOW,
}
const url = ({ messageId, index }: { messageId: string; index: number }) => `https://files/${messageId}/${index}`

describe('a reply', () => {
  test('has the greeting, then files, then text, with ids in this order', () => {
    const reply = {
      greeting: greeting({ firstMessage: 'Welcome', icebreakers: [] }, providerCapabilities),
      text: 'Here it is.',
    }
    const parts = composeReply(
      { ...reply, files: [{ key: 'k', mimeType: 'image/png', caption: 'a cat' }] },
      context,
      url,
    )
    const [, file] = parts
    expect(parts.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'Welcome' },
      {
        type: 'media',
        text: 'a cat',
        media: [{ url: `https://files/${file?.id}/0`, key: 'k', mimeType: 'image/png' }],
      },
      { type: 'text', text: 'Here it is.' },
    ])
    expect(parts.map(({ id }) => id).toSorted()).toEqual(parts.map(({ id }) => id))
    expect(composeReply({ ...reply, files: [] }, context, url).map(({ id }) => id)).toEqual(
      composeReply({ ...reply, files: [] }, context, url).map(({ id }) => id),
    )
  })

  test('sorts after the answered messages if the provider’s clock is ahead', () => {
    const ahead = derivedTimeId(NOW + 5000, 'message')
    const [part] = composeReply({ greeting: [], files: [], text: 'x' }, { ...context, covers: [ahead] }, url)
    expect(part && part.id > ahead).toBe(true)
  })

  test('has no message without text', () => {
    expect(composeReply({ greeting: [], files: [], text: ' \n' }, context, url)).toEqual([])
  })
})

describe('a text', () => {
  test('is split only above the limit of the channel', () => {
    const lengthsOf = (length: number) => {
      const parts = composeReply({ greeting: [], files: [], text: 'x'.repeat(length) }, context, url)
      return parts.map(({ content }) => content.type === 'text' && content.text.length)
    }
    expect(lengthsOf(4096)).toEqual([4096])
    expect(lengthsOf(4097)).toEqual([4096, 1])
  })

  test.each([
    ['aaaa aaaa\n\nbbbb bbbb', ['aaaa aaaa', 'bbbb bbbb']],
    ['aaaaaa.\nbbbbbbbb', ['aaaaaa.', 'bbbbbbbb']],
    ['Aaa aa. Bbb bbb', ['Aaa aa.', 'Bbb bbb']],
    ['aaaaa aaaa bbb', ['aaaaa aaaa', 'bbb']],
    ['aa bbbbbbbbbbbbb', ['aa bbbbbbb', 'bbbbbb']],
    ['aaaaaaaaa😀b', ['aaaaaaaaa', '😀b']],
    ['aaaa bbbbbbbbbb', ['aaaa', 'bbbbbbbbbb']],
    ['aaa bbbbbbbbbb', ['aaa bbbbbb', 'bbbb']],
    ['aaaa aaaa aaaa aaaa', ['aaaa aaaa', 'aaaa aaaa']],
    ['aaaaaaaaaaaa😀', ['aaaaaaaaaa', 'aa😀']],
    ['aa http://b', ['aa', 'http://b']],
    ['aa(http://b)', ['aa(', 'http://b)']],
    ['http://abcdef', ['http://abc', 'def']],
  ])('%j is split at the best boundary', (text, parts) => {
    expect(splitText(text, 10)).toEqual(parts)
  })

  test('loses only spaces where it is split', () => {
    const bare = (text: string) => text.replace(/\s/g, '')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const parts = splitText(text, 10)
        expect(bare(parts.join(''))).toBe(bare(text))
        expect(parts.every((part) => part.length <= 10 && part.trim() !== '')).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a greeting', () => {
  const greet = (agent: Parameters<typeof greeting>[0]) => greeting(agent, providerCapabilities)
  const buttons = (labels: readonly unknown[]) => greet({ firstMessage: 'Hi', icebreakers: [...labels] })

  test('shows up to three short icebreakers as buttons', () => {
    expect(buttons(['Track', ' Return ', 'Track'])).toEqual([
      {
        type: 'buttons',
        text: 'Hi',
        buttons: [
          { type: 'quick_reply', text: 'Track', quickReplyId: 'Track' },
          { type: 'quick_reply', text: 'Return', quickReplyId: 'Return' },
        ],
      },
    ])
  })

  test('shows buttons up to the limits of the provider', () => {
    const typeOf = (text: string, labels: string[]) => greet({ firstMessage: text, icebreakers: labels })[0]?.type
    expect(typeOf('x'.repeat(1024), [' a ', 'b', 'x'.repeat(20)])).toBe('buttons')
    expect(typeOf('x'.repeat(1025), ['a'])).toBe('text')
    expect(typeOf('x', ['a', 'x'.repeat(21)])).toBe('text')
  })

  test.each([[['a', 'b', 'c', 'd']], [['longer than twenty characters']]])('shows %j as a list', (labels) => {
    expect(buttons(labels)).toEqual([{ type: 'text', text: `Hi\n\n${labels.map((label) => `• ${label}`).join('\n')}` }])
  })

  test('numbers the icebreakers on a channel without buttons', () => {
    const read = greeting({ firstMessage: 'Hi', icebreakers: ['a', 'b'] }, { buttons: null, longestText: 4 })
    expect(read.map(({ text }) => text)).toEqual(['Hi', '1. a', '2. b'])
  })

  test.each([[{ a: 1 }], [[1, null, '']], [null], ['x']])('ignores the icebreakers %j', (icebreakers) => {
    expect(greet({ firstMessage: 'Hi', icebreakers })).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test('is empty without a first message', () => {
    expect(greet({ firstMessage: ' ', icebreakers: ['a'] })).toEqual([])
  })
})

test.each([
  ['a short text', 'May I call you?', ['interactive']],
  ['a long text', `${'word '.repeat(300)}May I call you?`, ['text', 'interactive']],
  ['no text', '', []],
])('a request for the number is below the end of %s, and is stored with its content', (_, text, types) => {
  const capabilities = { ...providerCapabilities, longestText: 4096 }
  const parts = composeReply({ greeting: [], files: [], text, asksForNumber: true }, { ...context, capabilities }, url)
  expect(parts.map(({ content }) => content.type)).toEqual(types)
  expect(storedParts.parse(JSON.stringify(parts), undefined)).toEqual(parts)
  const last = parts.at(-1)?.content
  expect(last?.detail).toEqual(
    last && { type: 'request_contact_info', body: { text: last.text }, action: { name: 'request_contact_info' } },
  )
})

test('a channel that cannot ask for a number sends the text', () => {
  const reply = { greeting: [], files: [], text: 'May I call you?', asksForNumber: true }
  expect(composeReply(reply, context, url).map(({ content }) => content)).toEqual([{ type: 'text', text: reply.text }])
})
