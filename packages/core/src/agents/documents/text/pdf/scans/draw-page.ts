import { countDrawnLetters } from '../drawn-letters.ts'
import { lookAt, type Matrix, matrixOf, multiply, type Operators } from '../drawn-page.ts'
import type { Pdf } from '../open-pdf.ts'
import { grayPicture } from './gray-picture.ts'
import { blankPage, paintPicture } from './paint-page.ts'
import { type PictureOperators, placedPictures } from './placed-pictures.ts'

type Page = Awaited<ReturnType<Pdf['getPage']>>

/** Models shrink longer pictures. A page of A4 has 134 pixels an inch then. */
const LONGEST_SIDE = 1568
/** A page whose pictures cover it more often is no scan. */
const MOST_LAYERS = 10
const DECODED_MILLISECONDS = 20_000

/**
 * Returns a page that consists of pictures as a PNG without colours, or undefined if it also has letters that are drawn as shapes, or
 * pictures that cannot be decoded. Its text is not drawn. @param number counts from 1
 */
export async function drawPage(
  pdf: Pdf,
  number: number,
  OPS: Operators & PictureOperators,
): Promise<Uint8Array | undefined> {
  const page = await pdf.getPage(number)
  try {
    const drawn = await page.getOperatorList()
    const pictures = placedPictures(drawn, OPS)
    if (!pictures || pictures.length === 0 || countDrawnLetters(lookAt(drawn, OPS).shapes) > 0) return undefined
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: LONGEST_SIDE / Math.max(width, height) })
    const canvas = blankPage(Math.ceil(viewport.width), Math.ceil(viewport.height))
    const toPixels: Matrix = matrixOf(viewport.transform)
    let left = MOST_LAYERS * canvas.width * canvas.height
    for (const { source, matrix, ink } of pictures) {
      const picture = grayPicture(await decoded(page, source), ink)
      if (!picture) return undefined
      left -= paintPicture(canvas, picture, multiply(toPixels, matrix))
      if (left < 0) return undefined
    }
    const { encode } = await import('fast-png')
    return encode({ width: canvas.width, height: canvas.height, data: canvas.gray, channels: 1, depth: 8 })
  } finally {
    page.cleanup()
  }
}

/** Returns a decoded picture. The library gives null for one that it cannot decode. */
async function decoded({ objs, commonObjs }: Page, source: unknown): Promise<unknown> {
  const name = nameOf(source)
  if (name === undefined) return source
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => resolve(undefined), DECODED_MILLISECONDS)
  const store = name.startsWith('g_') ? commonObjs : objs
  store.get(name, resolve)
  const found: unknown = await promise
  clearTimeout(timer)
  return found
}

/** Stencils have their name as their data. */
function nameOf(source: unknown): string | undefined {
  if (typeof source === 'string') return source
  const { data } = Object(source)
  return typeof data === 'string' ? data : undefined
}
