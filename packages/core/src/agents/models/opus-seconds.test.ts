import { expect, test } from 'vitest'
import { opusSeconds } from './opus-seconds.ts'

/** Returns the start of an Ogg page that ends at a sample. */
function page(samples: number, packet: Buffer): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS')
  header.writeBigInt64LE(BigInt(samples), 6)
  return Buffer.concat([header, packet])
}

function opusHead(preSkip: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.writeUInt16LE(preSkip, 10)
  return head
}

const AUDIO = Buffer.alloc(3000)

test.each([
  ['three seconds', Buffer.concat([page(0, opusHead(312)), AUDIO, page(3 * 48_000 + 312, Buffer.from([1, 2]))]), 3],
  ['a part of a second', Buffer.concat([page(0, opusHead(0)), AUDIO, page(48_001, Buffer.alloc(0))]), 2],
  [
    'a file that claims more than its bytes contain',
    Buffer.concat([page(0, opusHead(0)), AUDIO, page(2 ** 52, AUDIO)]),
    9,
  ],
  ['a file that ends in its head', Buffer.concat([page(0, Buffer.from('OpusHead'))]), 0],
  ['another format', Buffer.from('RIFF....WAVE'), 0],
  ['a cut file', Buffer.from('OggS'), 0],
])('knows the length of %s', (_, bytes, seconds) => {
  expect(opusSeconds(bytes)).toBe(seconds)
})
