import { withinTime } from '../../../platform/within-time.ts'
import type { Extracted } from './extracted.ts'
import { extractPage } from './html/page-sections.ts'

/** Maximum time to parse a text: crafted Markdown can take minutes. */
const LONGEST_MS = 30_000
/** A definition of a link, which a reader does not see. Footnotes are written so, too. */
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]:(.*)$/s
const FENCES = /^ {0,3}(`{3,}|~{3,})/

/** Returns a section for each heading of a Markdown text, whose HTML is read as that of a page. */
export async function readMarkdown(markdown: string): Promise<Extracted> {
  const { Marked } = await import('marked')
  const text = markdown.replace(/\r\n?/g, '\n')
  const { values, rest: body } = splitFrontMatter(text.trimStart())
  const rest = withDefinitions(body)
  let html: string
  try {
    html = withinTime(LONGEST_MS, () => new Marked({ gfm: true }).parse(rest, { async: false }))
  } catch (error) {
    // Marks within marks within marks. The text is read as it is written.
    if (error instanceof RangeError) return { sections: [{ place: '', text }] }
    throw error
  }
  const page = await extractPage(html, { links: 'whole' })
  return { ...page, sections: [...(values.trim() ? [{ place: '', text: values }] : []), ...page.sections] }
}

const MARK = '---'

/** Splits off the values at the beginning of a file, between lines of hyphens. */
function splitFrontMatter(text: string): { readonly values: string; readonly rest: string } {
  const [first = '', ...lines] = text.split('\n')
  const end = first.trimEnd() === MARK ? lines.findIndex((line) => line.trimEnd() === MARK) : -1
  const values = lines.slice(0, Math.max(0, end))
  // A line between two texts is written as the marks of values are.
  const isValues = end > 0 && values.some((line) => line.includes(':'))
  return isValues ? { values: values.join('\n'), rest: lines.slice(end + 1).join('\n') } : { values: '', rest: text }
}

/** Writes footnotes and definitions that no link uses as paragraphs, except within code. */
function withDefinitions(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const [, marks] = FENCES.exec(line) ?? []
      if (marks && (fence === undefined || marks.startsWith(fence))) fence = fence === undefined ? marks : undefined
      if (marks || fence !== undefined) return line
      return line.replace(DEFINITION, (written, name: string, after: string) => {
        const what = after.trim()
        if (what === '') return written
        if (name.startsWith('^')) return `\n\\[${name.slice(1)}] ${what}`
        return /^<?(?:[a-z][a-z\d+.-]{1,20}:|[/.#]|[\w-]{1,63}\.\w)/i.test(what) ? written : `${name}: ${what}`
      })
    })
    .join('\n')
}
