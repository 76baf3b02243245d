import { TookTooLongError } from '../../../../platform/within-time.ts'
import { UnreadableError } from '../../document-entity.ts'
import { blockSections } from '../block.ts'
import type { Extracted } from '../extracted.ts'
import type { Section } from '../split-passages.ts'
import { readPage } from './read-page.ts'

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
export async function extractPage(html: string): Promise<Extracted> {
  if (html.length > LONGEST_MARKUP) throw new UnreadableError('too_long')
  try {
    const { title, blocks, isUnbuilt } = await readPage(html, { links: false, longestMs: LONGEST_MS })
    const isTold = blocks.some((block) => block.kind === 'heading' && block.text === title)
    return { title, sections: blockSections(blocks, isTold ? '' : title), missing: isUnbuilt ? [UNBUILT] : [] }
  } catch (cause) {
    throw cause instanceof TookTooLongError ? new UnreadableError('too_intricate', { cause }) : cause
  }
}
