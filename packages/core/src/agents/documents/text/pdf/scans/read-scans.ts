import { openPdf } from '../open-pdf.ts'
import { drawPage } from './draw-page.ts'

/**
 * Why a page was not read from its picture. `limit`: a monthly limit is used up. `down`: the model did not respond. `failed`: it refused,
 * or its answer was empty or cut. `later`: the file is read again, and this page then.
 */
export type NotRead = 'limit' | 'down' | 'failed' | 'later'

/** What came of a page. `too_many`: the document has more than are read. `undrawn`: its picture cannot be made. */
export type ReadScan =
  | { readonly text: string; readonly why?: undefined }
  | { readonly text?: undefined; readonly why: NotRead | 'too_many' | 'undrawn' }

/** Reads texts from pictures of pages. */
export interface PictureReader {
  /** The most pages of a document. */
  readonly mostPages: number
  /**
   * Returns what came of a page. @param number counts from 1
   * @param draw returns the page as a PNG, or undefined if that cannot be made. It takes up to seconds
   */
  readonly read: (number: number, draw: () => Promise<Uint8Array | undefined>) => Promise<ReadScan>
}

/** A larger picture is not decoded: 600 dots an inch of A4 have 35 million. */
const MOST_PIXELS = 36_000_000
const PAGES_AT_ONCE = 3

/** Returns what came of pages, by their numbers, which count from 1. The first ones are read if there are too many. */
export async function readScans(
  bytes: Uint8Array,
  numbers: readonly number[],
  { mostPages, read }: PictureReader,
): Promise<ReadonlyMap<number, ReadScan>> {
  const scans = new Map<number, ReadScan>(numbers.slice(mostPages).map((number) => [number, { why: 'too_many' }]))
  const waiting = numbers.slice(0, mostPages).values()
  const { OPS } = await (await import('unpdf')).getResolvedPDFJS()
  const pdf = await openPdf(bytes, { mostPixels: MOST_PIXELS })
  const readNext = async () => {
    for (const number of waiting)
      scans.set(number, await read(number, () => drawPage(pdf, number, OPS).catch(() => undefined)))
  }
  try {
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, readNext))
  } finally {
    await pdf.loadingTask.destroy()
  }
  return scans
}
