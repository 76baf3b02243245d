import type { Matrix } from '../drawn-page.ts'
import type { GrayPicture } from './gray-picture.ts'

/** A page as it is painted, white at first. */
export interface Canvas {
  readonly width: number
  readonly height: number
  /** One byte for each pixel, row by row from the top: its brightness, 0 to 255. */
  readonly gray: Uint8Array
}

/** Returns a white page. Width and height are in pixels. */
export function blankPage(width: number, height: number): Canvas {
  return { width, height, gray: new Uint8Array(width * height).fill(255) }
}

/** A pixel of the page is the average of at most so many pixels of the picture, squared. */
const MOST_SAMPLES = 4

/**
 * Paints a picture. Returns the number of pixels that were looked at.
 * @param matrix transforms the unit square, with the picture's last row at 0, to pixels of the page
 */
export function paintPicture(canvas: Canvas, picture: GrayPicture, matrix: Matrix): number {
  const [a, b, c, d, e, f] = matrix
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return 0
  const [left, right] = spanOf([e, e + a, e + c, e + a + c], canvas.width)
  const [top, bottom] = spanOf([f, f + b, f + d, f + b + d], canvas.height)
  const ratio = Math.sqrt((picture.width * picture.height) / Math.abs(determinant))
  const samples = Math.max(1, Math.min(MOST_SAMPLES, Math.ceil(ratio)))
  const { width, height, gray, opacity } = picture
  for (let pixelY = top; pixelY < bottom; pixelY += 1)
    for (let pixelX = left; pixelX < right; pixelX += 1) {
      let [light, cover] = [0, 0]
      for (let part = 0; part < samples * samples; part += 1) {
        const x = pixelX + ((part % samples) + 0.5) / samples - e
        const y = pixelY + (Math.floor(part / samples) + 0.5) / samples - f
        const [unitX, unitY] = [(d * x - c * y) / determinant, (a * y - b * x) / determinant]
        if (unitX < 0 || unitX >= 1 || unitY <= 0 || unitY > 1) continue
        const index = Math.floor((1 - unitY) * height) * width + Math.floor(unitX * width)
        const share = opacity ? (opacity[index] ?? 0) / 255 : 1
        light += share * (gray[index] ?? 255)
        cover += share
      }
      if (cover === 0) continue
      const at = pixelY * canvas.width + pixelX
      const below = canvas.gray[at] ?? 255
      canvas.gray[at] = Math.round((light + below * (samples * samples - cover)) / (samples * samples))
    }
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

/** Returns the first pixel between values, and the one after the last. */
function spanOf(values: readonly number[], most: number): [number, number] {
  const clamp = (value: number) => Math.max(0, Math.min(most, value))
  return [clamp(Math.floor(Math.min(...values))), clamp(Math.ceil(Math.max(...values)))]
}
