import { UnreadableError } from '../../document-entity.ts'
import { type Block, blockSections } from '../block.ts'
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

interface Group {
  readonly skipped: boolean
  /** Number of characters that stand for a Unicode character in old programs. */
  readonly replaced: number
  readonly encoding: string
}

/** Returns a rich text with its tables. @throws UnreadableError `damaged` */
export async function readRtf({ bytes }: SourceFile): Promise<Extracted> {
  const rtf = Buffer.from(bytes).toString('latin1')
  if (!rtf.trimStart().startsWith('{\\rtf')) throw new UnreadableError('damaged')
  return { sections: blockSections(rtfBlocks(rtf)) }
}

function rtfBlocks(rtf: string): Block[] {
  const writer = new RtfWriter()
  const fonts = new Map<number, string>()
  const groups: Group[] = []
  let group: Group = { skipped: false, replaced: 1, encoding: 'windows-1252' }
  let [main, font, isInFonts, isStarred, left] = ['windows-1252', 0, 0, false, 0]
  for (const [token, hex, word, argument, symbol, brace] of rtf.matchAll(TOKEN)) {
    const number = argument === undefined ? undefined : Number(argument)
    if (brace === '{') {
      groups.push(group)
      if (groups.length > DEEPEST) throw new UnreadableError('damaged')
    } else if (brace === '}') {
      writer.flush()
      group = groups.pop() ?? group
      if (groups.length < isInFonts) isInFonts = 0
    } else if (word !== undefined) {
      if (word !== 'u') writer.flush()
      if (word === 'ansicpg' && number !== undefined) {
        main = CODE_PAGES[number] ?? `windows-${number}`
        group = { ...group, encoding: main }
      } else if (word === 'mac') group = { ...group, encoding: 'macintosh' }
      else if (word === 'fonttbl') isInFonts = groups.length
      else if (word === 'f' && isInFonts > 0) font = number ?? 0
      else if (word === 'fcharset' && isInFonts > 0) {
        const charset = CHARSETS[number ?? 0]
        if (charset) fonts.set(font, charset)
      } else if (word === 'f') group = { ...group, encoding: fonts.get(number ?? 0) ?? main }
      else if (word === 'uc') group = { ...group, replaced: number ?? 1 }
      if (SKIPPED.has(word) || (isStarred && word !== 'shptxt')) group = { ...group, skipped: true }
      if (word === 'shptxt') group = { ...group, skipped: false }
      isStarred = false
      if (word === 'bin' && number) left = number
      if (group.skipped) continue
      if (word === 'u' && number !== undefined) {
        writer.flush()
        writer.add(String.fromCharCode((number + 65536) % 65536))
        left = group.replaced
      } else writer.control(word)
    } else if (symbol !== undefined) {
      if (symbol === '*') isStarred = true
      else if (group.skipped) continue
      else if (symbol === '~') writer.add('\u00a0')
      else if (symbol === '_') writer.add('-')
      else if (symbol === '\n' || symbol === '\r') writer.control('par')
      else if ('\\{}'.includes(symbol)) writer.addBytes(symbol, group.encoding)
    } else if (!group.skipped) {
      if (hex !== undefined) {
        if (left > 0) left -= 1
        else writer.addBytes(String.fromCharCode(Number.parseInt(hex, 16)), group.encoding)
      } else if (!/^[\r\n]/.test(token)) {
        const text = token.slice(left)
        left = Math.max(0, left - token.length)
        writer.addBytes(text, group.encoding)
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

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
