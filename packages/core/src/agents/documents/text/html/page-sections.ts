import { TookTooLongError } from '../../../../platform/within-time.ts'
import { shorten } from '../../../models/shorten.ts'
import { UnreadableError } from '../../document-problems.ts'
import { blockSections } from '../block.ts'
import type { Extracted } from '../extracted.ts'
import type { Section } from '../split-passages.ts'
import { type Page, type ReadingOptions, readPage } from './read-page.ts'

/** Maximum length of markup. */
const LONGEST_MARKUP = 40_000_000
/** Markup can be made to take minutes. The function has two. */
const LONGEST_MS = 30_000

/** Returns a section for each heading of a page. @throws UnreadableError `too_long` or `too_intricate` */
export async function pageSections(html: string): Promise<Section[]> {
  return [...(await extractPage(html)).sections]
}

const UNBUILT =
  'Scripts write most of the text of this page, and they are not run. Open the page in a browser, and save its text or print it to a PDF.'

/** Returns a section for each heading of a page, and what is missing. @throws UnreadableError `too_long` or `too_intricate` */
export async function extractPage(
  html: string,
  { links = 'none' }: Partial<Pick<ReadingOptions, 'links'>> = {},
): Promise<Extracted> {
  if (html.length > LONGEST_MARKUP) throw new UnreadableError('too_long')
  try {
    const page = await readPage(html, { links, longestMs: LONGEST_MS })
    const { title, blocks } = page
    const isTold = blocks.some((block) => block.kind === 'heading' && block.text === title)
    return { title, sections: blockSections(blocks, isTold ? '' : title), missing: missingOf(page) }
  } catch (cause) {
    throw cause instanceof TookTooLongError ? new UnreadableError('too_intricate', { cause }) : cause
  }
}

/** Number of addresses and texts that are named. */
const MOST_NAMED = 5

function missingOf({ isUnbuilt, shown, unplaced, templates, pictures }: Page): string[] {
  const files = [...new Set(shown)]
  const texts = [...new Set(unplaced)]
  return [
    ...(isUnbuilt ? [UNBUILT] : []),
    ...(files.length > 0
      ? [`The page shows other files, which are not read: ${listed(files)}. Add each as a document of its own.`]
      : []),
    ...(texts.length > 0
      ? [`A style sheet adds text whose place is not known: ${listed(texts)}. Write it into the page.`]
      : []),
    ...(templates.length > 0
      ? [
          `A script may show templates of the page, which are not read: ${listed([...new Set(templates)])}. Write what visitors see into the page.`,
        ]
      : []),
    ...(pictures > 0
      ? [
          `The page has ${pictures} ${pictures === 1 ? 'picture' : 'pictures'} without a description beside little text. Write what they show as text.`,
        ]
      : []),
  ]
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => shorten(name, LONGEST_NAME))
  return shown.join(', ') + (names.length > MOST_NAMED ? ' and more' : '')
}

const LONGEST_NAME = 200
