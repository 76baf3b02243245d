import { Readability } from '@mozilla/readability'
import { blocksText } from '@replywright/core/agents/documents/text/block.ts'
import { readPage } from '@replywright/core/agents/documents/text/html/read-page.ts'
import { Defuddle } from 'defuddle/node'
import { fromHtml } from 'hast-util-from-html'
import { toText } from 'hast-util-to-text'
import { convert } from 'html-to-text'
import { DOMParser } from 'linkedom'
import TurndownService from 'turndown'

/** Returns the text of a page. */
export type PageReader = (html: string) => Promise<string> | string

export const OURS = 'the service'

/** Returns the text as agents read it. */
export async function readAsAgents(html: string): Promise<string> {
  const { title, blocks } = await readPage(html, { links: 'none', longestMs: 10_000 })
  return `${title}\n${blocksText(blocks)}`
}

const whole = (html: string) => (/<html|<body/i.test(html) ? html : `<html><body>${html}</body></html>`)
const withoutTags = (html: string) => convert(html, { wordwrap: false })

/** The reader of the service, and those of libraries that were considered. */
export const READERS: Readonly<Record<string, PageReader>> = {
  [OURS]: readAsAgents,
  'html-to-text': withoutTags,
  'defuddle, on linkedom': async (html) => {
    const document = new DOMParser().parseFromString(whole(html), 'text/html')
    const { content, title } = await Defuddle(document, 'https://shop.example/')
    return `${title}\n${withoutTags(content ?? '')}`
  },
  'Readability, on linkedom': (html) => {
    const document = new DOMParser().parseFromString(whole(html), 'text/html')
    const { textContent = '', title = '' } = new Readability(document).parse() ?? {}
    return `${title}\n${textContent}`
  },
  turndown: (html) => new TurndownService().turndown(html),
  'rehype: hast-util-to-text': (html) => toText(fromHtml(html)),
}
