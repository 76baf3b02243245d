import { isObject } from '@replywright/contract/json.ts'
import { brightness } from './placed-pictures.ts'

/** A picture without colours: one byte for each pixel, row by row from the top. */
export interface GrayPicture {
  readonly width: number
  readonly height: number
  /** Brightness, 0 to 255. */
  readonly gray: Uint8Array
  /** Opacity, 0 to 255; absent if all of it is opaque. */
  readonly opacity?: Uint8Array
}

/** The library's kinds of decoded pictures. */
const [ONE_BIT, RGB, RGBA] = [1, 2, 3]

/**
 * Returns a picture as the library decodes it without its colours, or undefined if its format is another one.
 * @param ink the brightness of a stencil, whose bits 0 are painted; undefined for a picture with colours of its own
 */
export function grayPicture(decoded: unknown, ink: number | undefined): GrayPicture | undefined {
  if (!isObject(decoded)) return undefined
  const { width, height, data, kind } = decoded
  if (typeof width !== 'number' || typeof height !== 'number' || !(ArrayBuffer.isView(data) && data.byteLength > 0))
    return undefined
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const size = width * height
  if (ink !== undefined) {
    const bits = fromBits(bytes, width, height)
    return bits && { width, height, gray: new Uint8Array(size).fill(ink), opacity: bits.map((bit) => 255 - bit) }
  }
  if (kind === ONE_BIT) {
    const gray = fromBits(bytes, width, height)
    return gray && { width, height, gray }
  }
  const channels = kind === RGB ? 3 : kind === RGBA ? 4 : 0
  if (channels === 0 || bytes.length < size * channels) return undefined
  const gray = new Uint8Array(size)
  const opacity = channels === 4 ? new Uint8Array(size) : undefined
  for (let index = 0, at = 0; index < size; index += 1, at += channels) {
    gray[index] = brightness(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)
    if (opacity) opacity[index] = bytes[at + 3] ?? 255
  }
  return { width, height, gray, ...(opacity && { opacity }) }
}

/** Returns 255 for each bit 1, and 0 for others. Each row begins with a new byte. */
function fromBits(bytes: Uint8Array, width: number, height: number): Uint8Array | undefined {
  const rowBytes = Math.ceil(width / 8)
  if (bytes.length < rowBytes * height) return undefined
  const pixels = new Uint8Array(width * height)
  for (let y = 0, index = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, index += 1) {
      const byte = bytes[y * rowBytes + (x >> 3)] ?? 0
      pixels[index] = (byte >> (7 - (x & 7))) & 1 ? 255 : 0
    }
  return pixels
}
