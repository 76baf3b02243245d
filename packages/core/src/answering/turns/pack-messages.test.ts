import { describe, expect, test } from 'vitest'
import type { OutboundContent } from '../../channel/port.ts'
import { providerCapabilities as limits } from '../../channel/provider/capabilities.ts'
import { packMessages } from './pack-messages.ts'

const text = (body: string): OutboundContent => ({ type: 'text', text: body })
const buttons = (body: string, ...labels: string[]): OutboundContent => ({
  type: 'buttons',
  text: body,
  buttons: labels.map((label) => ({ type: 'quick_reply', text: label, quickReplyId: label })),
})
const file = (mimeType: string, caption = '') => ({ type: 'media', text: caption, media: [{ key: 'k', mimeType }] })
const request: OutboundContent = { type: 'interactive', text: 'Your number?', detail: {} }
const long = (length: number) => 'x'.repeat(length)
const pack = (greeting: OutboundContent[], files: ReturnType<typeof file>[], answer: OutboundContent[]) =>
  packMessages({ greeting, files, answer }, limits).map(({ type, text: body, buttons: all, media }) => [
    type,
    body,
    ...(all ? [all.map((button) => button.text).join('|')] : []),
    ...(media ? [media[0]?.mimeType] : []),
  ])

describe('a greeting and an answer', () => {
  test('are one message', () => {
    expect(pack([text('Welcome!')], [], [text('It ships today.')])).toEqual([['text', 'Welcome!\n\nIt ships today.']])
  })

  test('have the buttons of either', () => {
    expect(pack([buttons('Welcome!', 'Track')], [], [text('Yes.')])).toEqual([['buttons', 'Welcome!\n\nYes.', 'Track']])
    expect(pack([text('Welcome!')], [], [buttons('Which?', 'A', 'B')])).toEqual([
      ['buttons', 'Welcome!\n\nWhich?', 'A|B'],
    ])
  })

  test('with buttons of both are two messages', () => {
    expect(pack([buttons('Welcome!', 'Track')], [], [buttons('Which?', 'A')])).toHaveLength(2)
  })

  test.each([
    [4096 - 10, 1],
    [4096 - 9, 2],
  ])('are one message up to the longest text: %i characters', (length, count) => {
    expect(pack([text('Welcome!')], [], [text(long(length))])).toHaveLength(count)
  })

  test.each([
    [1024 - 10, 1],
    [1024 - 9, 2],
  ])('are one message up to the longest text with buttons: %i characters', (length, count) => {
    expect(pack([buttons('Welcome!', 'Track')], [], [text(long(length))])).toHaveLength(count)
  })

  test('in several parts keep the others', () => {
    expect(pack([text('Hi')], [], [text('one'), text('two')])).toEqual([
      ['text', 'Hi\n\none'],
      ['text', 'two'],
    ])
    expect(pack([text('a'), text('b')], [], [text('c')])).toHaveLength(3)
  })

  test('stay apart before a request for the number', () => {
    expect(pack([text('Hi')], [], [request])).toHaveLength(2)
  })

  test('alone are as they were', () => {
    expect(pack([text('Hi')], [], [])).toEqual([['text', 'Hi']])
    expect(pack([], [], [text('Hi')])).toEqual([['text', 'Hi']])
    expect(pack([], [], [])).toEqual([])
  })
})

describe('a file and its text', () => {
  test.each(['image/png', 'video/mp4', 'application/pdf'])('are one message: %s', (type) => {
    expect(pack([], [file(type)], [text('Here it is.')])).toEqual([['media', 'Here it is.', type]])
  })

  test.each(['audio/ogg', 'image/webp'])('are two messages, because %s has no caption', (type) => {
    expect(pack([], [file(type)], [text('Here it is.')])).toHaveLength(2)
  })

  test('keep the caption before the text', () => {
    expect(pack([], [file('image/png', 'a cat')], [text('Here.')])).toEqual([['media', 'a cat\n\nHere.', 'image/png']])
  })

  test('with a greeting are one message', () => {
    expect(pack([text('Hi')], [file('image/png')], [text('Here.')])).toEqual([['media', 'Hi\n\nHere.', 'image/png']])
    expect(pack([text('Hi')], [file('image/png')], [])).toEqual([['media', 'Hi', 'image/png']])
  })

  test('with a greeting that has buttons are two messages', () => {
    expect(pack([buttons('Hi', 'A')], [file('image/png')], [text('Here.')])).toEqual([
      ['buttons', 'Hi', 'A'],
      ['media', 'Here.', 'image/png'],
    ])
  })

  test('of several files is the caption of the last one', () => {
    expect(pack([text('Hi')], [file('image/png'), file('application/pdf')], [text('Here.')])).toEqual([
      ['text', 'Hi'],
      ['media', '', 'image/png'],
      ['media', 'Here.', 'application/pdf'],
    ])
  })

  test.each([
    [1024, 1],
    [1025, 2],
  ])('is a caption of at most %i characters', (length, count) => {
    expect(pack([], [file('image/png')], [text(long(length))])).toHaveLength(count)
  })

  test('with choices are two messages', () => {
    expect(pack([], [file('image/png')], [buttons('Which?', 'A')])).toHaveLength(2)
  })
})
