import type { Section } from '../../split-passages.ts'
import { sentence } from '../page-sentence.ts'
import type { ReadScan } from './read-scans.ts'

type Scans = ReadonlyMap<number, ReadScan>
type Why = NonNullable<ReadScan['why']>

/** What is said of pages that were not read: of one page, of several, and what to do. */
const PROBLEMS: Readonly<Record<Why, readonly [one: string, several: string, advice: string]>> = {
  undrawn: [
    'is a picture, whose text is not read',
    'are pictures, whose text is not read',
    'A scan needs text recognition first.',
  ],
  too_many: [
    'is a picture, and the model reads no more pictures of a document',
    'are pictures, and the model reads no more pictures of a document',
    'Split the file.',
  ],
  limit: [
    'is a picture, and was not read because a monthly limit is used up',
    'are pictures, and were not read because a monthly limit is used up',
    'When the limit allows it, delete the document and upload the file again.',
  ],
  down: [
    'is a picture, and was not read because the model did not respond',
    'are pictures, and were not read because the model did not respond',
    'Delete the document and upload the file again later.',
  ],
  later: ['is a picture, and is not read yet', 'are pictures, and are not read yet', 'The reader continues soon.'],
  failed: [
    'is a picture in which the model read no complete text',
    'are pictures in which the model read no complete text',
    'Write what they say as text, if it matters.',
  ],
}

const REASONS = ['undrawn', 'too_many', 'limit', 'down', 'later', 'failed'] as const satisfies readonly Why[]

/**
 * Returns what is missing because pages are pictures, as sentences in the order of the pages. A page that no model was to read counts as
 * not drawn.
 */
export function scanProblems(pictures: readonly number[], scans: Scans): string[] {
  const whyOf = (page: number) => scans.get(page)?.why ?? (scans.has(page) ? undefined : 'undrawn')
  const pagesBy = REASONS.map((why) => ({ why, pages: pictures.filter((page) => whyOf(page) === why) }))
  return pagesBy
    .toSorted((a, b) => (a.pages[0] ?? 0) - (b.pages[0] ?? 0))
    .flatMap(({ why, pages }) => sentence(pages, ...PROBLEMS[why]))
}

/** Returns which pages the model read, as a sentence. It may have misread a number. */
export function scanNotes(scans: Scans): string[] {
  const pages = [...scans].flatMap(([page, { text }]) => (text === undefined ? [] : [page])).toSorted((a, b) => a - b)
  return sentence(
    pages,
    'was read by the model from a picture',
    'were read by the model from pictures',
    `Compare ${pages.length === 1 ? 'its' : 'their'} numbers and names with the file.`,
  )
}

/** Returns why a file without any text has none although a model reads its pictures; undefined if the pictures are why. */
export function scanFailure(scans: Scans): 'over_limit' | 'model_down' | undefined {
  const reasons = new Set([...scans.values()].map(({ why }) => why))
  if (reasons.has('limit')) return 'over_limit'
  return reasons.has('down') ? 'model_down' : undefined
}

/** Returns the sections of a PDF with the texts of its pictures, in the order of the pages. */
export function withScans(sections: readonly Section[], scans: Scans): Section[] {
  const texts = new Map<string, string>()
  for (const [page, { text }] of scans) if (text !== undefined) texts.set(placeOf(page), text)
  const own = new Set(sections.map(({ place }) => place))
  const joined = sections.map((section) => {
    const text = texts.get(section.place)
    return text === undefined ? section : { ...section, text: `${section.text}\n\n${text}` }
  })
  const added = [...texts].flatMap(([place, text]) => (own.has(place) ? [] : [{ place, text }]))
  return [...joined, ...added].toSorted((a, b) => pageOf(a) - pageOf(b))
}

/** Returns how a page is called in a document. */
function placeOf(page: number): string {
  return `page ${page}`
}

function pageOf({ place }: Section): number {
  return Number(place.replace('page ', ''))
}
