import { UnreadableError } from '../../document-problems.ts'
import { type Block, blockSections, blocksText } from '../block.ts'
import type { Extracted, SourceFile } from '../extracted.ts'

/** Groups without text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore generator listtable listoverridetable rsidtbl xmlnstbl filetbl revtbl fldinst bkmkstart bkmkend annotation atnid atnauthor nonshppict panose falt shpinst sp'.split(
    ' ',
  ),
)
/** Encodings of fonts by their charset. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}
const SPECIAL: Readonly<Record<string, string>> = {
  line: '\n',
  tab: ' ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
}
/** Escaped bytes, control words with their number, other controls, braces, line breaks, and text. */
const TOKEN = /\\'([\da-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z'])|([{}])|[\r\n]+|[^\\{}\r\n]+/g
/** Groups within groups. */
const DEEPEST = 5000

/** Destinations that old programs do not know, or that are within others, and have text of the document. */
const TEXT_DESTINATIONS = new Set(['shptxt', 'result', 'ud', 'moMath', 'moMathPara'])

interface Group {
  readonly skipped: boolean
  /** Whether its text was deleted by a tracked change. */
  readonly deleted: boolean
  /** Whether its first group is a text for old programs, which the second one repeats. */
  readonly isTwice: boolean
  /** Number of characters that stand for a Unicode character in old programs. */
  readonly replaced: number
  /** Number of its font; undefined for the font of the document. */
  readonly font: number | undefined
}

/**
 * Returns a rich text with its tables.
 * @throws UnreadableError `damaged`, or `unknown_encoding` for code pages of DOS
 */
export async function readRtf({ bytes, encoding }: SourceFile): Promise<Extracted> {
  const rtf = Buffer.from(bytes).toString('latin1').replace(BEGINNING, '')
  if (!rtf.startsWith('{\\rtf')) throw new UnreadableError('damaged')
  const blocks = rtfBlocks(rtf, encoding)
  const missing: string[] = []
  if (/\\\*\\annotation\b/.test(rtf))
    missing.push('Comments on the text are not read. Write them into the text, if they matter.')
  if (blocksText(blocks).length < LEAST_TEXT && hasLargePicture(rtf))
    missing.push('The document has a large picture beside little text. Write what it shows as text.')
  return { sections: blockSections(blocks), missing }
}

/** A document with less text beside a large picture may have its text in the picture. */
const LEAST_TEXT = 300
/** A quarter of a page of A4, in square twips: 567 are a centimetre. */
const LARGE_PICTURE = (11_906 * 16_838) / 4

function hasLargePicture(rtf: string): boolean {
  const heights = [...rtf.matchAll(/\\pichgoal(\d{1,6})/g)]
  const widths = [...rtf.matchAll(/\\picwgoal(\d{1,6})/g)]
  return widths.some(([, width], index) => Number(width) * Number(heights[index]?.[1] ?? 0) >= LARGE_PICTURE)
}

/** A byte order mark and white space. */
const BEGINNING = /^(?:\u00ef\u00bb\u00bf)?\s{0,99}/

/** @param chosen the encoding that the file's owner chose */
function rtfBlocks(rtf: string, chosen: string | undefined): Block[] {
  const writer = new RtfWriter()
  const fonts = new Map<number, string>()
  const groups: Group[] = []
  let group: Group = { skipped: false, deleted: false, isTwice: false, replaced: 1, font: undefined }
  let [main, usualFont, font, isInFonts, isStarred, left] = ['windows-1252', 0, 0, 0, false, 0]
  const addBytes = (text: string) => writer.addBytes(text, fonts.get(group.font ?? usualFont) ?? chosen ?? main)
  for (const [token, hex, word, argument, symbol, brace] of rtf.matchAll(TOKEN)) {
    const number = argument === undefined ? undefined : Number(argument)
    if (brace === '{') {
      groups.push(group)
      if (groups.length > DEEPEST) throw new UnreadableError('damaged')
      if (group.isTwice) {
        groups[groups.length - 1] = { ...group, isTwice: false }
        group = { ...group, isTwice: false, skipped: true }
      }
    } else if (brace === '}') {
      writer.flush()
      group = groups.pop() ?? group
      if (groups.length < isInFonts) isInFonts = 0
    } else if (word !== undefined) {
      if (word !== 'u') writer.flush()
      if (word === 'ansicpg' && number !== undefined) main = CODE_PAGES[number] ?? `windows-${number}`
      else if (word === 'mac') main = 'macintosh'
      else if (word === 'pc' || word === 'pca') main = DOS
      else if (word === 'deff') usualFont = number ?? 0
      else if (word === 'fonttbl') isInFonts = groups.length
      else if (word === 'f' && isInFonts > 0) font = number ?? 0
      else if (word === 'fcharset' && isInFonts > 0) {
        const charset = CHARSETS[number ?? 0]
        if (charset) fonts.set(font, charset)
      } else if (word === 'f') group = { ...group, font: number ?? 0 }
      else if (word === 'plain') group = { ...group, font: undefined, deleted: false }
      else if (word === 'deleted') group = { ...group, deleted: number !== 0 }
      else if (word === 'upr') group = { ...group, isTwice: true }
      else if (word === 'uc') group = { ...group, replaced: number ?? 1 }
      if (TEXT_DESTINATIONS.has(word)) group = { ...group, skipped: false }
      else if (SKIPPED.has(word) || isStarred) group = { ...group, skipped: true }
      isStarred = false
      if (word === 'bin' && number) left = number
      if (group.skipped) continue
      if (word !== 'u' || number === undefined) writer.control(word)
      else if (!group.deleted) {
        writer.flush()
        writer.add(String.fromCharCode((number + 65536) % 65536))
      }
      if (word === 'u') left = group.replaced
    } else if (symbol !== undefined) {
      if (symbol === '*') isStarred = true
      else if (group.skipped || group.deleted) continue
      else if ('\\{}'.includes(symbol)) addBytes(symbol)
      else {
        writer.flush()
        if (symbol === '~') writer.add('\u00a0')
        else if (symbol === '_') writer.add('-')
        else if (symbol === '\n' || symbol === '\r') writer.control('par')
      }
    } else if (!group.skipped) {
      if (hex !== undefined) {
        if (left > 0) left -= 1
        else if (!group.deleted) addBytes(String.fromCharCode(Number.parseInt(hex, 16)))
      } else if (!/^[\r\n]/.test(token)) {
        const text = token.slice(left)
        left = Math.max(0, left - token.length)
        if (!group.deleted) addBytes(text)
      }
    }
  }
  return writer.finish()
}

/** Collects the text. Bytes of one encoding are decoded together, because a character may have several. */
class RtfWriter {
  readonly #blocks: Block[] = []
  #bytes = ''
  #encoding = ''
  #line = ''
  #cells: string[] = []
  #cell: string[] = []
  #rows: string[][] = []

  add(text: string): void {
    this.#line += text
  }

  addBytes(bytes: string, encoding: string): void {
    if (encoding !== this.#encoding) this.flush()
    this.#encoding = encoding
    this.#bytes += bytes
  }

  flush(): void {
    if (this.#bytes === '') return
    this.#line += decode(Buffer.from(this.#bytes, 'latin1'), this.#encoding)
    this.#bytes = ''
  }

  control(word: string): void {
    const special = SPECIAL[word]
    if (special !== undefined) this.#line += special
    else if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph()
    else if (word === 'cell' || word === 'nestcell') {
      this.#endParagraph(true)
      this.#cells.push(this.#cell.join(' / '))
      this.#cell = []
    } else if (word === 'row' || word === 'nestrow') {
      if (this.#cells.some(Boolean)) this.#rows.push(this.#cells)
      this.#cells = []
    } else if (word === 'intbl') this.#isInTable = true
    else if (word === 'pard') this.#isInTable = false
  }

  #isInTable = false

  #endParagraph(inCell = this.#isInTable): void {
    const text = this.#line.trim()
    this.#line = ''
    if (inCell) {
      if (text) this.#cell.push(text.replace(/\n+/g, ' / '))
      return
    }
    this.#endTable()
    if (text) this.#blocks.push({ kind: 'text', text })
  }

  #endTable(): void {
    if (this.#rows.length > 0) this.#blocks.push({ kind: 'table', rows: this.#rows })
    this.#rows = []
  }

  finish(): Block[] {
    this.flush()
    const rest = [...this.#cells, ...this.#cell].filter(Boolean)
    if (rest.length > 0) this.#rows.push(rest)
    this.#endParagraph(false)
    this.#endTable()
    return this.#blocks
  }
}

/** Code pages of DOS, which the platform does not decode. */
const DOS = 'dos'

/** @throws UnreadableError `unknown_encoding` for letters in an encoding that the platform does not have */
function decode(bytes: Uint8Array, encoding: string): string {
  if (bytes.every((byte) => byte < 0x80)) return Buffer.from(bytes).toString('latin1')
  const known = encoding === DOS ? undefined : encoding
  try {
    return new TextDecoder(known ?? '').decode(bytes)
  } catch (cause) {
    throw new UnreadableError('unknown_encoding', { cause })
  }
}
