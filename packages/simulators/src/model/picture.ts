import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const CELLS = 8
const CELL_PIXELS = 16
const SIDE = CELLS * CELL_PIXELS
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Draws a PNG of 128 × 128 pixels: a mirrored pattern in two colours, always the same for the same prompt. */
export function pictureOf(prompt: string): Buffer {
  const hash = createHash('sha256').update(prompt).digest()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  // 8 bits per pixel, which are the index of a colour in the palette.
  header.set([8, 3], 8)
  const palette = Buffer.from([255, 255, 255, ...hash.subarray(0, 3).map((byte) => byte >> 1)])
  const rows = Buffer.concat(Array.from({ length: SIDE }, (_, y) => Buffer.from([0, ...rowOf(hash, y)])))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function rowOf(hash: Buffer, y: number): number[] {
  const bits = hash[3 + Math.floor(y / CELL_PIXELS)] ?? 0
  return Array.from({ length: SIDE }, (_, x) => {
    const cell = Math.floor(x / CELL_PIXELS)
    return (bits >> Math.min(cell, CELLS - 1 - cell)) & 1
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
