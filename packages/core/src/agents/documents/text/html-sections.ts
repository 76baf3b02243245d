import type { FormatCallback, HtmlToTextOptions } from 'html-to-text'
import { UnreadableError } from '../document-problem.ts'
import { decodeText } from './decode-text.ts'
import { markdownSections } from './markdown-sections.ts'
import type { Section } from './section.ts'

/** Maximum length of markup without pictures. Its tree takes far more memory than the markup. */
const LONGEST_MARKUP = 10_000_000
const META_CHARSET = /<meta[^>]{0,200}charset=["']?([\w-]{1,40})/i
const INLINED = /data:[\w.+/-]{0,100}(?:;[\w=-]{0,100})*;base64,[\w+/=]+/g

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const NOT_CONTENT = ['nav', 'script', 'style', 'noscript', 'svg', 'img', 'button']

/** Writes headings as Markdown, because `markdownSections` splits the text at them. */
const formatHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(`${'#'.repeat(Number(element.name?.slice(1) ?? 1))} `)
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const options = {
  wordwrap: false,
  limits: { maxDepth: 500, maxInputLength: LONGEST_MARKUP },
  formatters: { markdownHeading: formatHeading },
  selectors: [
    ...NOT_CONTENT.map((selector) => ({ selector, format: 'skip' })),
    ...HEADINGS.map((selector) => ({ selector, format: 'markdownHeading' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
} satisfies HtmlToTextOptions

/** Returns a section for each heading of a page. */
export async function htmlSections(bytes: Uint8Array): Promise<Section[]> {
  const [, declared] = META_CHARSET.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1')) ?? []
  return await markupSections(decodeText(bytes, declared))
}

/** @throws UnreadableError `too_long` */
export async function markupSections(html: string): Promise<Section[]> {
  const markup = html.replace(INLINED, '')
  if (markup.length > LONGEST_MARKUP) throw new UnreadableError('too_long')
  const { convert } = await import('html-to-text')
  return markdownSections(convert(markup, options))
}
