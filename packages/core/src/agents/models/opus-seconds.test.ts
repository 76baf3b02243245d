import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { opusSeconds } from './opus-seconds.ts'

const CONTINUED = 1

/** Builds an Ogg page with whole packets, or with a part of a packet that the next page continues. */
function page(packets: readonly Buffer[], { flags = 0, isCut = false, position = 0 } = {}): Buffer {
  const segments = packets.flatMap(({ length }) => {
    const full = Array<number>(Math.floor(length / 255)).fill(255)
    return isCut ? full : [...full, length % 255]
  })
  const header = Buffer.alloc(27)
  header.write('OggS')
  header[5] = flags
  header.writeBigInt64LE(BigInt(position), 6)
  header[26] = segments.length
  return Buffer.concat([header, Buffer.from(segments), ...packets])
}

const opening = Buffer.concat([page([Buffer.from('OpusHead\u0001\u0001')]), page([Buffer.from('OpusTags')])])
/** One frame of 20 ms each. */
const frames = (count: number) => Array.from({ length: count }, () => Buffer.from([0xf8, 1, 2, 3]))
const file = (...pages: Buffer[]) => Buffer.concat([opening, ...pages])
/** Ten frames of 60 ms in one packet, which has at most 120 ms. */
const OVERFULL = Buffer.from([(3 << 3) | 3, 10, 0, 0])

test.each([
  ['three seconds', file(page(frames(100)), page(frames(50))), 3],
  ['a part of a second', file(page(frames(51))), 2],
  ['two frames in a packet', file(page(Array.from({ length: 25 }, () => Buffer.from([0xf9, 1, 2])))), 1],
  ['counted frames', file(page(Array.from({ length: 10 }, () => Buffer.from([(1 << 3) | 3, 5, 0])))), 1],
  ['packets with more than they may have', file(page(Array.from({ length: 10 }, () => OVERFULL))), 2],
  [
    'a packet on two pages',
    file(
      page([Buffer.alloc(510, 0xf8)], { isCut: true }),
      page([Buffer.alloc(20, 0xf8), ...frames(49)], { flags: CONTINUED }),
    ),
    1,
  ],
  ['a file whose page claims years', file(page(frames(50), { position: 2 ** 52 })), 1],
  ['a file that is cut within a page', file(page(frames(100)).subarray(0, 27 + 100 + 200)), 1],
  ['a file that ends in its head', opening, 0],
  ['another format', Buffer.from('RIFF....WAVE'), 0],
  ['a cut file', Buffer.from('OggS'), 0],
  ['another format in Ogg', page([Buffer.from('\u0001vorbis'), ...frames(100)]), 0],
])('knows the length of %s', (_, bytes, seconds) => {
  expect(opusSeconds(bytes)).toBe(seconds)
})

test('knows the length of a recorded voice note as its encoder does', () => {
  const recorded = readFileSync(new URL('../../../../simulators/src/provider/samples/voice.ogg', import.meta.url))
  const position = recorded.readBigInt64LE(recorded.lastIndexOf('OggS') + 6)
  const preSkip = recorded.readUInt16LE(recorded.indexOf('OpusHead') + 10)
  expect(opusSeconds(recorded)).toBe(Math.ceil((Number(position) - preSkip) / 48_000))
})
