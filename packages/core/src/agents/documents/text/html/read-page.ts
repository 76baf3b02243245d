import { isObject, parseJson } from '@replywright/contract/json.ts'
import type { Ms } from '@replywright/contract/time.ts'
import { withinTime } from '../../../../platform/within-time.ts'
import { type Block, blocksText } from '../block.ts'
import { type LinkStyle, PageWriter, type WrittenPage } from './page-writer.ts'
import { Surveyor } from './survey.ts'
import type { Removal } from './visibility.ts'

/** A page as its reader sees it. */
export interface Page {
  /** `''` if the page has none. */
  readonly title: string
  readonly blocks: readonly Block[]
  /** The blocks of its main part; empty if the page names none. */
  readonly main: ReadonlySet<Block>
  /** Whether scripts write its text, which are not run. */
  readonly isUnbuilt: boolean
  /** Addresses of other files that the page shows, such as pages in frames. */
  readonly shown: readonly string[]
  /** Texts of style sheets whose place is not known. */
  readonly unplaced: readonly string[]
  /** Texts of templates that a script of the page may show. */
  readonly templates: readonly string[]
  /** Number of pictures without a description beside little text. */
  readonly pictures: number
}

export interface ReadingOptions {
  readonly links: LinkStyle
  readonly longestMs: Ms
}

/** A page within a page within a page is the last one that is read. */
const MOST_FRAMES = 2
/** A page with less of its text is read again, with menus and hidden parts: its author uses them otherwise. */
const LEAST_SHARE = 0.2
const LEAST_TEXT = 200

/**
 * Reads a page. Takes time in proportion to the page, except for markup that is made to take longer.
 * @throws TookTooLongError after `longestMs`
 */
export async function readPage(html: string, { links, longestMs }: ReadingOptions): Promise<Page> {
  const { Parser } = await import('htmlparser2')
  const parse = (markup: string, handler: Handler) => {
    const isXml = XHTML.test(markup.slice(0, BEGINNING))
    const parser = new Parser(handler, { decodeEntities: true, recognizeSelfClosing: isXml, recognizeCDATA: isXml })
    parser.write(markup)
    parser.end()
  }
  const withoutFiles = html.replace(INLINED, (file) => (file.length > LONGEST_ICON ? 'data:,' : ''))
  return withinTime(longestMs, () => read(withoutFiles, { parse, links, frames: MOST_FRAMES }))
}

/** Length of a picture in markup up to which it is an icon. */
const LONGEST_ICON = 4000

const BEGINNING = 2048
/** In XHTML `<title/>` is an empty element. In HTML it begins a title that has the rest of the page. */
const XHTML = /^\s{0,99}<\?xml\s|<html\s[^<>]{0,500}xmlns\s{0,9}=\s{0,9}["']http:\/\/www\.w3\.org\/1999\/xhtml/i

/** Files within markup. */
const INLINED = /data:[\w.+/-]{0,100}(?:;[\w=-]{0,100})*;base64,[\w+/=]+/g

interface Handler {
  onopentag?(name: string, attributes: Record<string, string>): void
  ontext?(text: string): void
  onclosetag?(): void
}

interface Tools {
  parse(markup: string, handler: Handler): void
  readonly links: LinkStyle
  readonly frames: number
}

function read(html: string, tools: Tools): Page {
  const surveyor = new Surveyor()
  tools.parse(html, {
    onopentag: (name, attributes) => surveyor.open(name, attributes),
    ontext: (text) => surveyor.text(text),
    onclosetag: () => surveyor.close(),
  })
  const { opened, styles, linksStyles, templates } = surveyor.finish()
  const write = (removal: Removal) => {
    const writer = new PageWriter({ removal, links: tools.links, opened, styles, linksStyles })
    tools.parse(html, {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (text) => writer.text(text),
      onclosetag: () => writer.close(),
    })
    return writer.finish()
  }
  const page = chooseReading(write('usual'), () => write('certain'))
  const framed =
    tools.frames > 0 ? page.framed.map((markup) => read(markup, { ...tools, frames: tools.frames - 1 })) : []
  const blocks = [...page.blocks, ...framed.flatMap((each) => each.blocks), ...dataBlocks(page)]
  const isShort = lengthOf({ blocks }) < LEAST_TEXT
  return {
    title: page.title,
    blocks,
    main: page.main,
    isUnbuilt: page.hasEmptyRoot && isShort,
    shown: [page, ...framed].flatMap(({ shown }) => shown),
    unplaced: [page, ...framed].flatMap(({ unplaced }) => unplaced),
    templates: [...templates, ...framed.flatMap((each) => each.templates)],
    pictures: isShort ? page.pictures : 0,
  }
}

function chooseReading(usual: WrittenPage, readAll: () => WrittenPage): WrittenPage {
  const length = lengthOf(usual)
  if (length >= 50 * LEAST_TEXT) return usual
  const all = readAll()
  return length < LEAST_SHARE * lengthOf(all) ? all : usual
}

function lengthOf({ blocks }: Pick<Page, 'blocks'>): number {
  return blocksText(blocks).length
}

/** Returns what a page without text says to search engines and to its scripts: a page that scripts build has no other text. */
function dataBlocks(page: WrittenPage): Block[] {
  if (lengthOf(page) >= LEAST_TEXT) return []
  const facts = page.data.flatMap((json) => factLines(parseJson(json)?.value))
  const state = page.state.flatMap((json) => factLines(parseJson(json)?.value).filter(isProse))
  const lines = [...new Set([page.description, ...facts, ...state].filter(Boolean))]
  return lines.length > 0 ? [{ kind: 'text', text: lines.join('\n') }] : []
}

/** Returns whether a value for scripts is text for people: words with spaces, or in a script without spaces. */
function isProse(line: string): boolean {
  return /: \S{1,100} \S|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0e7f]/.test(line.slice(0, 1000))
}

/** Returns a line for each text and number, with its name. */
function factLines(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => factLines(each, name))
  if (isObject(value))
    return Object.entries(value).flatMap(([key, each]) => (key.startsWith('@') ? [] : factLines(each, key)))
  if (typeof value !== 'string' && typeof value !== 'number') return []
  return [name ? `${name}: ${value}` : String(value)]
}
